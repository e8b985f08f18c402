pip install openapi-python-client
openapi-python-client generate --url https://evendeal.example/api/v1/schema
pip install ./evendeal-client
