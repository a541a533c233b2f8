"""Rosters: read, written, and refused with everything that is wrong with them."""

from base64 import b64encode
from typing import Any

import pytest
from vectors import VECTORS

from timecore.errors import KeyRefused, RosterRefused
from timecore.keyfiles import key_to_file
from timecore.keys import PublicKey, SecretKey
from timecore.roster import Player, Roster, keys_in

ANA = SecretKey.of_seed("Ana María", bytes([7]) * 32)
BEN = SecretKey.of_seed("Ben", bytes([8]) * 32)


@pytest.fixture
def roster() -> Roster:
    return Roster.of([Player.of(ANA), Player('Cho \\ "the" 조'), Player.of(BEN)])


def text_of(*players: dict[str, Any], top: str = 'format = "timecore roster v1"\n') -> bytes:
    rows = ["[[player]]\n" + "".join(f'{key} = "{value}"\n' for key, value in row.items()) for row in players]
    return (top + "\n".join(rows)).encode()


def row(player: Player) -> dict[str, Any]:
    assert player.key is not None
    assert player.proof is not None
    return {"name": player.name, "key": player.key.text, "proof": b64encode(player.proof).decode()}


def test_a_roster_is_read_as_it_was_written(roster: Roster) -> None:
    assert Roster.parse(roster.to_bytes()) == roster
    assert roster.keys == (ANA.public, BEN.public)


def test_the_seats_get_the_keys_of_the_people_who_take_them(roster: Roster) -> None:
    assert roster.keys_of(["Ben", roster.players[1].name]) == (BEN.public.raw, None)
    with pytest.raises(RosterRefused, match="'Dan'") as caught:
        roster.keys_of(["Ana María", "Dan", "Eva"])
    assert len(caught.value.faults) == 2
    with pytest.raises(RosterRefused, match="'Ben' cannot take two seats"):
        roster.keys_of(["Ben", "Ana María", "Ben"])


def test_a_roster_made_of_people_says_whom_a_fault_is_about() -> None:
    with pytest.raises(RosterRefused) as caught:
        Roster.of([Player.of(ANA), Player("Ben"), Player("Ben")])

    assert list(caught.value.faults) == ["player 3 (Ben): player 2 has the same name"]


@pytest.mark.parametrize("passphrase", [None, b"a horse"])
def test_the_file_of_a_secret_key_is_named_as_what_it_is(passphrase: bytes | None) -> None:
    data = key_to_file(ANA, passphrase)

    for read in (Roster.parse, keys_in):
        with pytest.raises(RosterRefused, match="secret key, and public ones belong here") as caught:
            read(data)

        assert ".pub" in (caught.value.hint or "")


def test_all_faults_are_told_at_once_each_with_its_player() -> None:
    ana = row(Player.of(ANA))
    weak = b64encode(b"\x01" + bytes.fromhex(VECTORS["weak_public_keys"][0])).decode()
    data = text_of(
        ana,
        row(Player.of(BEN)) | {"name": "Ben's friend"},
        {"name": "Cho", "key": ana["key"]},
        {"name": "Dan", "proof": ana["proof"]},
        {"name": "Ana María", "seed": "x"},
        {"name": " "},
        {"key": f"Weak+00000000+{weak}", "name": "Eva", "proof": "AAAA"},
    )

    with pytest.raises(RosterRefused) as caught:
        Roster.parse(data)

    assert list(caught.value.faults) == [
        "player 2 (Ben's friend): the proof does not show that the key is theirs",
        "player 3 (Cho): player 1 has the same key",
        "player 3 (Cho): there is no proof for the key",
        "player 4 (Dan): there is a proof, and no key",
        "player 5 (Ana María): there is no such line as 'seed'",
        "player 5 (Ana María): player 1 has the same name",
        "player 6: the name is blank",
        "player 7 (Eva): the public key is of small order: anybody could sign with it",
        "player 7 (Eva): the proof is not 64 bytes in base64",
    ]
    assert "9 faults" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no line format"),
        (b"\xff", "not UTF-8"),
        (b"[", "not TOML"),
        (b'format = "timecore roster v2"', "no line format"),
        (b'format = "timecore roster v1"\nplayer = 1', r"\[\[player\]\]"),
        (b'format = "timecore roster v1"\nplayer = [1]', r"\[\[player\]\]"),
        (b'format = "timecore roster v1"\nplayers = []', "no such key as 'players'"),
        (b'format = "timecore roster v1"\n[[player]]\nname = 7\nkey = 7\nproof = [7]', "the key is no text"),
        (b'format = "timecore roster v1"\n[[player]]\nname = "?"', "hidden"),
        ('format = "timecore roster v1"\n[[player]]\nname = "A\u202ena"'.encode(), "cannot be seen"),
        (b'format = "timecore roster v1"\n' + b"[[player]]\n" * 10_001, "more than 10000"),
    ],
)
def test_what_is_no_roster_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(RosterRefused, match=why):
        Roster.parse(data)


def test_a_key_whose_owner_has_not_shown_that_it_is_theirs_comes_into_no_roster() -> None:
    other = PublicKey("Ana", BEN.public.raw)

    with pytest.raises(RosterRefused, match="does not show"):
        Roster.of([Player("Ana", other, ANA.possession("Ana"))])
    with pytest.raises(RosterRefused, match="no proof"):
        Roster.of([Player("Ana", other)])


def test_nobody_has_a_key_by_which_notes_would_call_them_somebody_else() -> None:
    """Else a player's signature would look like the arbiter's to whoever trusts the roster."""
    arbiter = SecretKey.of_seed("The Arbiter", BEN.seed)

    with pytest.raises(RosterRefused, match="notes would call them The-Arbiter"):
        Roster.of([Player.of(arbiter, "Ben")])
    assert Roster.of([Player.of(arbiter, "The+Arbiter")]).players[0].name == "The+Arbiter"


@pytest.mark.parametrize("other", ["Jose\u0301", "Jos\u200dé", "\uff2aosé"])
def test_two_people_whose_names_look_the_same_are_told_apart_before_they_play(other: str) -> None:
    with pytest.raises(RosterRefused, match="player 1 has a name that looks the same"):
        Roster.of([Player("José"), Player(other)])
    with pytest.raises(RosterRefused, match="only one that looks the same in other characters"):
        Roster.of([Player("José")]).keys_of([other])


# -- lists of keys -----------------------------------------------------------------------------------------------


def test_a_list_of_keys_may_speak_of_rosters_and_a_roster_begin_with_a_long_remark(roster: Roster) -> None:
    lines = f"\ufeff# from timecore roster v1\n{ANA.public}\n\n{BEN.public}\n"

    assert keys_in(lines.encode()) == (ANA.public, BEN.public)
    assert keys_in(b"# remark\n" * 600 + roster.to_bytes()) == roster.keys


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"# nobody\n", "no public key in it"),
        (b"\x95\xa8timecore\x01", "not UTF-8"),
        (f"{ANA.public}\n\ntimecore game v1\n".encode(), "line 3: 'timecore game v1' is not a public key"),
        (ANA.text.encode(), "secret key"),
        (b"timecore key v1\nname Ana\n\n-----BEGIN PRIVATE KEY-----\n", "secret key"),
        (b"#" * (1 << 20) + b"\n", "at most 1048576 bytes"),
    ],
)
def test_what_is_no_list_of_public_keys_is_refused_and_no_secret_shown(data: bytes, why: str) -> None:
    with pytest.raises((KeyRefused, RosterRefused), match=why) as caught:
        keys_in(data)
    assert ANA.text not in str(caught.value)
