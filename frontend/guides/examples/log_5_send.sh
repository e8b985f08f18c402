curl -s $API/competitions/$CONTEST/rounds/1/logs -H "$AUTH" -H "$JSON" -d '{"moves": '"$MOVES"'}'; echo
curl -s $API/competitions/$CONTEST/standings | python3 -m json.tool
