API=https://evendeal.example/api/v1
JSON='Content-Type: application/json'
pick() { python3 -c 'import functools, json, sys
print(functools.reduce(lambda v, k: v[int(k) if k.isdigit() else k], sys.argv[1:], json.load(sys.stdin)))' "$@"; }

TOKEN=$(curl -s $API/guests -H "$JSON" -d '{"name": "Ada"}' | pick token)
AUTH="Authorization: Bearer $TOKEN"
