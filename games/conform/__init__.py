"""The conformance kit: whether another program, in whatever language, plays by the same rules.

    python -m games conform --write kit
    python -m games conform -- node engine.js

The first line writes the rules (`RULES.md`) and vectors: for each game a file with one row a line, each
with the `line` to be replayed (in Base64 where it is not UTF-8) and its `result`, without the wording of an
error; `lines` that are no logs; `deals`, which are arguments with exit status and result; `decks` with
their commitments; and what `list` prints. The first rows of a game are its endings: every step of known ways
to a win, and games that end just short of one.

The second runs a program as `python -m games` is run, by section 2 of the rules: `COMMAND list`, `COMMAND
deal …`, `COMMAND replay` with lines on standard input, `COMMAND replay FILE`. It asks all vectors, and then
fresh deals with logs that stand and logs that do not, for as long as one likes (`--count`, `--for`). Nothing
else is demanded: a program may answer each line at once or all at the end, in any order of keys and legal
moves, and it need not know every game (`--game`). Commitments are no part of the command line: compare them
with `decks`.

It stops at the first difference and reports it: the deal, the log as short as it can be, at which ply, which
field, what each of the two says, and the command that shows it again. The exit status is 0 if the program
agrees, and 1 if it does not.

Inside, `hands` play deals; `endings`, `standing`, `refused`, `misspelling`, `log_headers` and `texts` make
lines of them; `fresh_cases` gives each a name by which it is made again; `program` talks to the program,
`comparing` finds where two answers differ, and `disagreements` what a program answers otherwise; `proving`
does it all, `reports` says it, `kit` writes the vectors down, and `command` reads the arguments.
"""
