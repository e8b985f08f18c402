"""The conformance kit: it proves that another program, in any language, plays by the same rules.

    python -m games conform --write kit
    python -m games conform -- node engine.js

The first command writes the rules (`RULES.md`) and vectors. Each game has a file with a row on each line: the
`line` to replay (in Base64 if it is not UTF-8) and its `result`, without the wording of an error. There are
four more files: `lines` has lines that are no logs; `deals` has arguments, each with exit status and result;
`decks` has decks with their commitments; `list` has the output of the command of that name. The first rows of
a game are its endings: every step of known ways to a win, and games that end just short of one.

The second command runs a program as section 2 of the rules describes: `COMMAND list`, `COMMAND deal …`,
`COMMAND replay` with lines on standard input, `COMMAND replay FILE`. It asks all vectors and then fresh
deals, with legal logs and illegal ones (`--count`, `--for`). A program may answer each line at once or all at
the end, with keys and legal moves in any order, and need not know every game (`--game`). Commitments are not
part of the command line: compare them with `decks`.

The kit stops at the first difference and reports it: the deal, the log cut as short as possible, the ply, the
field, both values, and a command that shows it again. The exit status is 0 if the program agrees, 1 if it
does not, and 130 if the user interrupts the kit.

Inside, `hands` play deals; `endings`, `valid_logs`, `bad_moves`, `misspellings`, `log_headers` and `texts`
turn them into lines; `fresh_cases` gives each line a name, from which the line can be made again.
`program` runs the program, `differences` compares two answers, and `disagreements` finds the smallest case in
which answers differ. `proof` does all of this, `reports` puts it into words, `kit` writes the vectors, and
`command` reads the arguments.
"""
