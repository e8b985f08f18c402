MOVES=$(python3 - $SEED <<'END'
import json, sys
from games import GAMES
from games.replay import play
from games.views import view

position, moves = GAMES["three-by-three"].open(sys.argv[1]), []
while legal := view(position)["legal"]:
    moves.append(legal[0])
    position = play(position, legal[0])
print(json.dumps(moves))
END
)
curl -s $API/competitions/$CONTEST/rounds/1/logs -H "$AUTH" -H "$JSON" -d '{"moves": '"$MOVES"'}'; echo
curl -sN $API/competitions/$CONTEST/stream | head -n 6
