pip install https://evendeal.example/evendeal.zip
