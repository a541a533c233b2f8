"""Keys: their texts, their files, and signatures that somebody would like to hold."""

import builtins
import os
import pickle
import stat
from pathlib import Path
from typing import Any

import pytest
from independent_notes import holds, is_key
from vectors import VECTORS

from timecore.errors import ExtraMissing, KeyRefused, RecordClash
from timecore.keyfiles import key_from_file, key_to_file, load_key, open_to_others, save_key
from timecore.keys import PublicKey, SecretKey, key_fault, note_name, signature_holds
from timecore.roster import Player, Roster

#: The order of the group in which signatures are numbers.
L = 2**252 + 27742317777372353535851937790883648493

#: The example of Go's package for notes.
GO_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"  # noqa: S105 - public
GO_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

#: The example of the specification of signed notes.
C2SP_PUBLIC = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"


@pytest.fixture(scope="module")
def ana() -> SecretKey:
    return SecretKey.of_seed("Ana María", bytes([7]) * 32)


# -- texts -----------------------------------------------------------------------------------------------------


def test_keys_are_read_and_written_as_go_does() -> None:
    key = SecretKey.parse(GO_SECRET)

    assert key.text == GO_SECRET
    assert key.public.text == str(key.public) == GO_PUBLIC
    assert PublicKey.parse(GO_PUBLIC) == key.public
    assert PublicKey.parse(C2SP_PUBLIC).text == C2SP_PUBLIC


def test_the_keys_of_the_formats_vectors_have_their_texts() -> None:
    vectors = VECTORS["game_note"]
    for text, seed in zip(vectors["vkeys"], vectors["secret_keys"], strict=True):
        name = text.split("+")[0]

        assert SecretKey.of_seed(name, bytes.fromhex(seed)).public.text == text


def test_a_name_with_blanks_is_written_with_hyphens_in_notes(ana: SecretKey) -> None:
    assert ana.owner == "Ana María"
    assert ana.public.name == "Ana-María"
    assert note_name("a + b\u00a0c") == "a-b-c"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ana",
        "Ana+458c0b10",
        GO_PUBLIC[:-1],
        GO_PUBLIC + "A",
        GO_PUBLIC + "\n",
        GO_PUBLIC.replace("c74f20a3", "c74f20a4"),
        GO_PUBLIC.replace("c74f20a3", "C74F20A3"),
        GO_PUBLIC.replace("c74f20a3", "c74f20a"),
        GO_PUBLIC.replace("PeterNeumann", ""),
        GO_PUBLIC.replace("PeterNeumann", "Peter Neumann"),
        GO_PUBLIC.replace("PeterNeumann", "Peter\u2003Neumann"),
        GO_PUBLIC.replace("PeterNeumann", "PeterNeumannn"),
        GO_PUBLIC.replace("ARpc", "AR pc"),
        GO_PUBLIC.replace("ARpc", "ABpc"),
        GO_PUBLIC.replace("ARpc", "BBpc"),
        "Ana+00000000+AQ==",
        "x" * 100_000,
        "x" * 256 + "+00000000+" + GO_PUBLIC.rpartition("+")[2],
    ],
)
def test_what_is_no_public_key_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(KeyRefused) as caught:
        PublicKey.parse(text)

    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300


def test_no_mangling_that_go_tries_is_a_key() -> None:
    """Each part of a key's text, and each with one character that is the next one."""
    size = len(GO_PUBLIC)
    parts = {GO_PUBLIC[i:j] for i in range(size) for j in range(i + 1, size + 1)} - {GO_PUBLIC}
    next_ones = {
        GO_PUBLIC[:i] + chr(ord(character) + 1) + GO_PUBLIC[i + 1 :] for i, character in enumerate(GO_PUBLIC)
    }
    of_another_length = "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="
    of_another_kind = "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    for text in (*parts, *next_ones, of_another_length, of_another_kind):
        with pytest.raises(KeyRefused):
            PublicKey.parse(text)


@pytest.mark.parametrize(
    "text", [GO_PUBLIC, "PRIVATE+KEY+" + GO_PUBLIC, GO_SECRET + "A", "PRIVATE+KEY+", "x"]
)
def test_a_secret_key_that_is_none_is_not_shown(text: str) -> None:
    with pytest.raises(KeyRefused) as caught:
        SecretKey.parse(text)

    assert GO_SECRET[-20:] not in caught.value.message


def test_the_secret_is_in_no_picture_of_a_key(ana: SecretKey) -> None:
    assert (b"\x07" * 4).hex() not in repr(ana)
    assert "7, 7" not in repr(ana)
    assert pickle.loads(pickle.dumps(ana)) == ana  # noqa: S301 - our own


#: Names with something in them that nobody sees.
_UNSEEN = ("A\u202eB", "A\u2066B", "A\u200bB", "A\u00adB", "\ufeffA", "\u3164", "A\U000e0041")


@pytest.mark.parametrize(
    "name",
    ["", " ", " Ana", "A\nB", "A\x07B", "A\u2028B", "\ud800", "x" * 256, None, 7, *_UNSEEN],
)
def test_a_name_that_would_break_a_line_is_no_name(name: Any) -> None:
    with pytest.raises(KeyRefused):
        SecretKey.of_seed(name, bytes(32))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "x" * 32])
def test_a_secret_key_has_32_bytes(seed: Any) -> None:
    with pytest.raises(KeyRefused, match="32 bytes"):
        SecretKey.of_seed("Ana", seed)


def test_two_new_keys_differ() -> None:
    assert SecretKey.generate("Ana").seed != SecretKey.generate("Ana").seed


# -- keys under which signatures prove nothing -----------------------------------------------------------------


@pytest.mark.parametrize("text", VECTORS["weak_public_keys"])
def test_a_key_of_small_order_is_none(text: str) -> None:
    """With the same point as R, and 0 as S, some message is signed under it by nobody."""
    raw = bytes.fromhex(text)

    assert "small order" in (key_fault(raw) or "")
    assert not is_key(raw)
    with pytest.raises(KeyRefused, match="small order"):
        PublicKey("Ana", raw)
    for first in VECTORS["weak_public_keys"]:
        assert not signature_holds(raw, bytes.fromhex(first) + bytes(32), b"message")


def test_a_key_that_is_not_canonical_is_none() -> None:
    for y in range(2**255 - 17, 2**255):
        assert "canonical" in (key_fault(y.to_bytes(32, "little")) or "")


@pytest.mark.parametrize("raw", [b"", bytes(31), bytes(33), "k" * 32, None, bytearray(32)])
def test_a_key_has_32_bytes(raw: Any) -> None:
    assert key_fault(raw) == "has not 32 bytes"


# -- signatures, and what would pass for one ---------------------------------------------------------------------


def test_a_signature_holds_for_its_key_and_its_message_only(ana: SecretKey) -> None:
    other = SecretKey.of_seed("Ben", bytes([8]) * 32)
    signature = ana.sign(b"a message")

    assert ana.public.holds(signature, b"a message")
    assert not ana.public.holds(signature, b"a massage")
    assert not ana.public.holds(signature, b"")
    assert not other.public.holds(signature, b"a message")


def test_no_bit_of_a_signature_may_be_another(ana: SecretKey) -> None:
    signature = ana.sign(b"a message")
    for bit in range(0, 512, 7):
        changed = bytearray(signature)
        changed[bit // 8] ^= 1 << bit % 8

        assert not ana.public.holds(bytes(changed), b"a message")


def test_a_signature_has_one_form_only(ana: SecretKey) -> None:
    """S plus the order of the group would hold as well, if nobody asked for the smallest."""
    signature = ana.sign(b"a message")
    number = int.from_bytes(signature[32:], "little")
    for more in range(1, (2**256 - number) // L + 1):
        again = signature[:32] + (number + more * L).to_bytes(32, "little")

        assert not ana.public.holds(again, b"a message")
        assert not holds(ana.public.raw, again, b"a message")
    assert holds(ana.public.raw, signature, b"a message")


#: Of Wycheproof's vectors for Ed25519: a key, messages and signatures that hold, and one message with special values.
WYCHEPROOF_KEY = bytes.fromhex("7d4d0e7f6153a69b6242b522abbee685fda4420f8834b108c3bdae369ef549fa")
WYCHEPROOF_GOOD = {
    "": "d4fbdb52bfa726b44d1786a8c0d171c3e62ca83c9e5bbe63de0bb2483f8fd6cc"
    "1429ab72cafc41ab56af02ff8fcc43b99bfe4c7ae940f60f38ebaa9d311c4007",
    "Test": "7c38e026f29e14aabd059a0f2db8b0cd783040609a8be684db12f82a27774ab0"
    "7a9155711ecfaf7f99f277bad0c6ae7e39d4eef676573336a5c51eb6f946b30d",
}
SPECIAL = [0, 1, L - 1, L, 2**255 - 19]


@pytest.mark.parametrize("message", WYCHEPROOF_GOOD)
def test_good_signatures_of_wycheproof_hold_and_others_of_their_parts_do_not(message: str) -> None:
    signature = bytes.fromhex(WYCHEPROOF_GOOD[message])
    for check in (signature_holds, holds):
        assert check(WYCHEPROOF_KEY, signature, message.encode())
        assert not check(WYCHEPROOF_KEY, signature, message.encode() + b"\0")
        assert not check(WYCHEPROOF_KEY, signature[32:] + signature[:32], message.encode())
        for first in SPECIAL:
            assert not check(WYCHEPROOF_KEY, first.to_bytes(32, "little") + signature[32:], message.encode())
            assert not check(WYCHEPROOF_KEY, signature[:32] + first.to_bytes(32, "little"), message.encode())


@pytest.mark.parametrize("first", SPECIAL)
def test_signatures_of_special_values_as_wycheproof_has_them_do_not_hold(first: int) -> None:
    for second in SPECIAL:
        signature = first.to_bytes(32, "little") + second.to_bytes(32, "little")

        assert not signature_holds(WYCHEPROOF_KEY, signature, b"?")
        assert not holds(WYCHEPROOF_KEY, signature, b"?")


@pytest.mark.parametrize("change", [slice(0, 63), slice(0, 32), slice(0, 0), slice(1, 64)])
def test_a_signature_has_64_bytes(ana: SecretKey, change: slice) -> None:
    signature = ana.sign(b"a message")

    assert not ana.public.holds(signature[change], b"a message")
    assert not ana.public.holds(signature + b"\0", b"a message")


def test_a_key_that_is_no_point_holds_nothing(ana: SecretKey) -> None:
    raw = (2).to_bytes(32, "little")  # no point of the curve has this first coordinate
    assert key_fault(raw) is None

    assert not signature_holds(raw, ana.sign(b"a message"), b"a message")


def test_possession_is_proven_for_one_name(ana: SecretKey) -> None:
    vector = VECTORS["key_possession"]
    proof = ana.possession("Ana")

    assert proof.hex() == vector["sig"]
    assert ana.public.is_possessed(proof, "Ana")
    assert not ana.public.is_possessed(proof, "Ben")
    assert ana.public.is_possessed(ana.possession(), "Ana María")


# -- files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("passphrase", [None, "dos puentes á".encode()])
def test_a_key_comes_back_from_its_file(tmp_path: Path, ana: SecretKey, passphrase: bytes | None) -> None:
    path = tmp_path / "ana.key"
    save_key(path, ana, passphrase)

    assert load_key(path, passphrase) == ana
    assert path.read_bytes().startswith(b"timecore key v1\nname Ana Mar")
    assert ana.seed not in path.read_bytes()


def test_what_is_above_the_key_does_not_keep_other_tools_from_reading_it(ana: SecretKey) -> None:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    secret: Any = load_pem_private_key(key_to_file(ana), None)

    assert secret.private_bytes_raw() == ana.seed


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_its_owner_may_read_a_key(tmp_path: Path, ana: SecretKey) -> None:
    path = tmp_path / "ana.key"
    before = os.umask(0)
    try:
        save_key(path, ana)
    finally:
        os.umask(before)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not open_to_others(path)
    path.chmod(0o640)
    assert open_to_others(path)


def test_no_key_is_written_over(tmp_path: Path, ana: SecretKey) -> None:
    path = tmp_path / "ana.key"
    save_key(path, ana)

    with pytest.raises(RecordClash, match="exists already"):
        save_key(path, SecretKey.generate("Ana"))
    assert load_key(path) == ana


def test_a_passphrase_that_is_missing_wrong_or_empty_opens_nothing(ana: SecretKey) -> None:
    data = key_to_file(ana, b"right")

    with pytest.raises(KeyRefused, match="needs its passphrase"):
        key_from_file(data)
    with pytest.raises(KeyRefused, match="passphrase is wrong"):
        key_from_file(data, b"wrong")
    with pytest.raises(KeyRefused, match="passphrase is empty"):
        key_to_file(ana, b"")
    with pytest.raises(KeyRefused, match="passphrase has more than 1023 bytes"):
        key_to_file(ana, b"x" * 1024)


def test_a_file_with_anything_else_is_no_key(ana: SecretKey) -> None:
    good = key_to_file(ana)
    lines = good.splitlines(keepends=True)
    for bad in (
        b"",
        b"\xff" * 100,
        b"x" * 100_000,
        good[:-1],
        good + b"x",
        b"".join(lines[3:]),
        good.replace(b"timecore key v1", b"timecore key v2"),
        good.replace("name Ana María".encode(), b"name  "),
        good.replace(b"PRIVATE", b"PUBLIC"),
        good.replace(lines[-2], lines[-2][4:]),
        good.replace(lines[-2], b"MC4CAQAwBQYDK2VuBCIEI" + lines[-2][21:]),  # a key of another kind, X25519
    ):
        with pytest.raises(KeyRefused):
            key_from_file(bad)
    assert key_from_file(good.replace(b"\n", b"\r\n")) == ana


def test_a_file_of_public_keys_is_named_as_what_it_is(ana: SecretKey) -> None:
    with pytest.raises(KeyRefused, match="public keys, and signing takes a secret one") as caught:
        key_from_file(Roster.of([Player.of(ana)]).to_bytes())

    assert ".key" in (caught.value.hint or "")


def test_a_name_in_a_file_drives_no_terminal(ana: SecretKey) -> None:
    data = key_to_file(ana, b"x").replace("name Ana María".encode(), b"name \x1b[2J" + b"A" * 300)

    with pytest.raises(KeyRefused) as caught:
        key_from_file(data)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 200


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_key_is_read_from_a_regular_file_only(tmp_path: Path) -> None:
    """A pipe that nobody writes to would keep whoever asks waiting."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            load_key(path)


# -- without the extra -----------------------------------------------------------------------------------------


def test_without_the_package_one_sentence_names_the_extra(
    ana: SecretKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)

    assert PublicKey.parse(GO_PUBLIC).text == GO_PUBLIC
    for needs in (
        lambda: SecretKey.generate("Ana"),
        lambda: ana.public.holds(bytes(64), b""),
        lambda: key_from_file(b""),
    ):
        with pytest.raises(ExtraMissing, match="need the package cryptography") as caught:
            needs()
        assert caught.value.extra == "sign"
        assert "./timecore[sign]" in (caught.value.hint or "")
