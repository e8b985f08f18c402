python3 -m games list
python3 -m games deal winabit spring-2026 --rules '{"scoring": "5b"}'
echo '{"game": "wish", "seed": "pub", "moves": ["pair 2 3", "pair 5 6"]}' | python3 -m games replay
