curl -O https://evendeal.example/rules.zip
python3 -m zipfile -e rules.zip .
python3 -m games conform --write kit
