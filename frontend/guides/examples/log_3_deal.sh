curl -sO https://evendeal.example/rules.zip
python3 -m zipfile -e rules.zip .
SEED=$(curl -s $API/competitions/$CONTEST -H "$AUTH" | pick rounds 0 seed)
python3 -m games deal three-by-three $SEED
