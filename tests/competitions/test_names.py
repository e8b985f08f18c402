# ruff: noqa: RUF001 - names that are taken for one another are what this is about
"""A player's name: cleaned, of 2 to 24 code points, and with looks that it shares with names like it."""

import time
import unicodedata

from competitions.people.clean_text import without_joiners
from competitions.people.looks import look, shape
from competitions.people.names import player_name


def names(text):
    return text.split("|")


def pairs(text):
    return [tuple(pair.split("=")) for pair in names(text)]


EVERY_SCRIPT = [
    "n" * 24,
    "\U0001f3b4" * 24,
    *names(
        "Al|🃏🂡|Jürgen Müller|Ólafur|李小龙|たかし|한국사람|Дмитрий|Ελένη|محمد علي|שרה כהן|"
        "स\u094dम\u0943त\u093f|O'Brien-Smith Jr.|100%|a/b|.."
    ),
]

JOINED = [
    "می\u200cخواهم",
    "نامه\u200cای",
    "क्\u200dष",
    "क्\u200cष",
    "ශ්\u200dරී",
    "র\u200d্য",
    "ന്\u200d",
    "\U0001f469\u200d\U0001f4bb",
    "\U0001f468\U0001f3fd\u200d\U0001f469\u200d\U0001f467",
]
"""Names in which a script or an emoji needs a joiner."""

MARKED = ["ကျော်", "ကြွေး", "བསྒྲུབས", "Nguyễn", "שָׁלוֹם", "น้ำใส", "Xa\u0323\u0302\u0301"]
"""Names with as many marks on a letter as their language needs."""

CLEANED = [
    ("  Ann   Lee \t\n", "Ann Lee"),
    ("An\u200bn\u200d\u2060\ufeff", "Ann"),
    ("\u202eAnn\u202c\u2066\u2069", "Ann"),
    ("An\x07n\x1b\x7f\x9b", "Ann"),
    ("\x00An\x00n", "Ann"),
    ("Ann\u00a0Lee\u3000X", "Ann Lee X"),
    ("A\u00adnn\u034f", "Ann"),
    ("Ann\ufe0f\U000e0101", "Ann"),
    ("Zoe\u0308", "Zo\u00eb"),
    ("\u1112\u1161\u11ab\u1100\u1173\u11af", "\ud55c\uae00"),
    ("An\ue000n\U0010ffff", "Ann"),
    ("\u200b" * 5000 + "Ann", "Ann"),
    # Joiners where nothing needs them.
    ("An\u200cn", "Ann"),
    ("\u200dAnn\u200c", "Ann"),
    ("Ann \u200d\U0001f4bb\u200d", "Ann \U0001f4bb"),
    ("\u0639\u200d\u0644\u064a", "\u0639\u0644\u064a"),
    ("\U0001f469\u200d\u200d\u200c\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
    ("\u0441\u200c\u0442", "\u0441\u0442"),
    # More marks on a letter than three.
    ("An" + "\u0300" * 24 + "n", "A\u01f9\u0300\u0300n"),
    ("X" + "\u0336\u20dd" * 9 + "Y", "X\u0336\u20dd\u0336Y"),
]


def test_a_name_is_kept_but_for_what_cannot_be_seen(anyone):
    kept = [unicodedata.normalize("NFC", name) for name in (*JOINED, *MARKED)]
    for given, name in (*CLEANED, *((name, name) for name in (*EVERY_SCRIPT, *kept))):
        made = anyone.post("/guests", {"name": given})
        assert made.status == 201, made.raw
        assert made.body["player"]["name"] == name


def test_joiners_are_nothing_in_a_look():
    for name in JOINED:
        with_them, without = player_name(name), player_name(without_joiners(name))
        assert with_them.name != without.name
        assert (with_them.look, with_them.shape) == (without.look, without.shape)


NO_NAMES = [
    # Too short or too long: it is not cut.
    "",
    " ",
    "a",
    "\u200ba\u200b",
    "n" * 25,
    "\U0001f0cf" * 25,
    "n" * 200_000,
    "\u0958" * 13,  # two code points each, once normal
    "\ufdfa" * 24,  # drawn far longer than it is typed
    # Nothing to see.
    "\u200b\u200b\u200b",
    "\u3164\u3164\u3164",
    "\u2800\u2800",
    "\u115f\u1160\uffa0",
    "\u00a0\u2003\u3000",
    "\u0301\u0301\u0301",
    "\ufe0f\ufe0f\ufe0f",
    "\U000e0041\U000e0042",
    "\x00\x00\x00",
    "\x07\x07",
    "\u180b\u180c\u180d",
    "\u17b4\u17b5",
    "\U0001d159\U0001d159",
    # No text.
    *(None, 7, True, 1.5, ["Ann"], {"name": "Ann"}, "Ann\ud800", "\udc00Ann"),
]

MIXED = pairs(
    "Мia=Cyrillic and Latin|Тom=Cyrillic and Latin|Кarl=Cyrillic and Latin|Ѕсоtt=Cyrillic and Latin|"
    "Nіkοѕ=Cyrillic and Greek and Latin|паyль=Cyrillic and Latin|Ηλίas=Greek and Latin|"
    "Ꭺxe=Cherokee and Latin|Ann Мia=Cyrillic and Latin|Ivan李и=Cyrillic and Chinese and Latin|"
    "한국たかし=Korean and Hiragana|Ｓсott=Cyrillic and Latin"
)
JOINED_ACROSS = ("ع\u200cܥ", "क्\u200dxyz", "р\u200ca", "Sc\u200dоtt")


def test_what_is_no_name_is_refused(anyone, unwritten):
    for name in (*NO_NAMES, *JOINED_ACROSS):
        anyone.post("/guests", {"name": name}).refused_for("name")
    for name, scripts in MIXED:
        (sentence,) = anyone.post("/guests", {"name": name}).refused_for("name")
        assert scripts in sentence
    assert len(anyone.post("/guests", {"name": "n" * 200_000}).raw) < 500


def test_two_halves_of_a_character_are_one_as_json_writes_it(anyone):
    made = anyone.post("/guests", rb'{"name": "\ud83c\udccf Ann"}')
    assert made.body["player"]["name"] == "\U0001f0cf Ann"


LOOK_ALIKES = [
    ("Bill", "Bi||"),
    *pairs(
        "Scott=Scott|Scott=SCOTT|Scott=Ｓｃｏｔｔ|Scott=𝓢𝓬𝓸𝓽𝓽|Scott=Ⓢⓒⓞⓣⓣ|Scott=S\u200bcot\u2060t|"
        "Scott=\u202eScott|Scott=S cott|Bill=Bi\uff4cl|Scott=Sc0tt|modern=modem|OOPS=00PS|Bill=Bi11|"
        "Zoë=Zoe\u0308|"
        "Straße=STRASSE|\u017feven=seven|ﬁnal=final|Ångström=\u212bngström|Ann=A\u034fnn|Ann=Ann\ufe0f|Ann=An\u180bn|"
        "Ann=An\u17b4n|Ann=An\U0001d159n|Xa\u0323\u0302=Xa\u0302\u0323|No5=№5|ﷺ!=صلى الله عليه وسلم!|"
        "rnan=man|Alice=AIice|Igor=lgor|Ian=lan|Ivan=lvan|Bill=BiII|Bill=Bi1I|Il=lI|BETH=ВЕТН|Beth=ВЕТН|"
        "MAPTA=МАРТА|ANNA=ΑΝΝΑ|PETEP=ΡΕΤΕΡ|CAT=ϹΑΤ"
    ),
]

DIFFERENT = pairs(
    "Ann=Anna|Zoe=Zoë|Player 2=Player 3|Иван=Ивана|Ann=Ann!|7K=8K|李!=季!|Ian=Iain|Igor=Igoi|Bill=Biil|"
    "Оля=Юля|ALICE=AIice"
)


def test_two_names_that_look_the_same_share_a_look_and_others_none():
    for alike, table in ((True, LOOK_ALIKES), (False, DIFFERENT)):
        for one, other in (map(player_name, pair) for pair in table):
            assert (one.look == other.look or one.shape == other.shape) == alike, (one, other)


WELCOME = names(
    "Tom Иванов|DJ-Иван|Иван2|Xu小龙|たかし太郎カナ|ロボットX|ㄅㄆ小Lee|한국kim金|5µm|Zoe\u0308 ♥|ՀայկՄ"
)


def test_scripts_that_belong_together_or_stand_in_words_of_their_own_are_welcome(anyone):
    for name in WELCOME:
        assert anyone.guest(name).player["name"]


def test_nobody_is_refused_a_name_because_others_have_it(anyone):
    players = [anyone.guest("Ian").player for _ in range(3)]
    assert [player["name"] for player in players] == ["Ian"] * 3
    assert len({player["id"] for player in players}) == 3


def test_a_look_is_its_own_look():
    for name in ("modern", "Sc0tt", "Ѕсоtt", "ﬁnal", "Ångström", "Straße", "0O1lI|", "№5"):
        assert look(look(name)) == look(name)
        assert shape(shape(name)) == shape(name)


def test_a_name_of_marks_without_end_costs_no_time(anyone):
    # Sorting marks takes the square of their number: refused before it is done.
    name = "Ann" + "\u0301\u0316" * 60_000
    body = ('{"name": "' + name + '"}').encode()
    started = time.process_time()
    anyone.post("/guests", body).refused_for("name")
    assert time.process_time() - started < 1
