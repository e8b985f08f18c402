MOVES='["turn w", "place sw", "turn s"]'
echo '{"game": "three-by-three", "seed": "'$SEED'", "moves": '$MOVES'}' | python3 -m games replay
