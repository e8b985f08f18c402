CONTEST=$(curl -s $API/competitions -H "$AUTH" -H "$JSON" -d '{
  "name": "My first contest", "access": "unlisted", "play": "open", "attempts": null,
  "rounds": [{"game": "three-by-three", "seed": "spring-2026"}]}' | pick id)
curl -s $API/competitions/$CONTEST/entries -H "$AUTH" -H "$JSON" -d '{}'
echo; echo "Watch it at https://evendeal.example/c/$CONTEST"
