"""A game at one keyboard: who sits there, what they are shown, what they answer.

Each page shows what one person may see. Between two people who know different things stands a page that all may
see, until the next one has taken the keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from timecore.actors import CHANCE, PUBLIC
from timecore.errors import MoveRefused
from timecore.record import luck_along
from timecore.replay import Replay
from timecore.table import Retract
from timecore_cli import _output
from timecore_cli._errors import NO, Failure, unwritable
from timecore_cli._menu import Menu, NoChoice
from timecore_cli._screen import Screen
from timecore_cli._shares import ask_for_shares
from timecore_cli._sight import fitted, known, seen_by, seen_by_all, spaced

if TYPE_CHECKING:
    from timecore.actors import Actor, Seat
    from timecore.entry import Entry
    from timecore.game import Game
    from timecore.messages import Move
    from timecore.ruleset import Bot, State
    from timecore_cli._console import Console

__all__ = ["Sitting"]

#: What confirms a question, in any language.
_YES: Final = ("y", "yes", "s", "si", "sí")


class Sitting:
    """One sitting.

    Args:
        game: The game, open for writing.
        path: Its file.
        bots: Who plays by itself, by seat.
        console: Where answers come from.
        lang: The language asked for.
    """

    def __init__(
        self, game: Game, path: Path, bots: Mapping[Seat, Bot], console: Console, lang: str | None
    ) -> None:
        self._game = game
        self._path = path
        self._bots = bots
        self._console = console
        self._screen = Screen(game.log, lang, game.rules)
        self._texts = self._screen.texts
        record = game.log.record
        self._people: set[Actor] = set(range(len(game.names))) - set(bots)
        if luck_along(record.header, record.entries).luck.kind == "manual":
            self._people.add(CHANCE)
        #: Who has the keyboard.
        self._there: Actor | None = None
        #: How many entries there were on the last page, and on the last page for everybody.
        self._shown = len(game.entries)
        self._shown_to_all = -1

    def run(self) -> None:
        """Play until the game is over, or until somebody leaves."""
        game = self._game
        if not ask_for_shares(game, self._path, self._console, self._screen, self._bots):
            return
        while actors := game.to_act:
            actor = actors[0]
            bot = self._bots.get(actor)
            if bot is not None:
                self._play(actor, bot(game.rules, game.view(actor), actor, game.legal_moves(actor)))
            elif actor not in self._people:
                self._refuse_to_draw()
            elif not (self._hand_over(actor) and self._ask(actor)):
                return

    def leave(self) -> None:
        """Tell what everybody may know of where the game stands now."""
        game, screen, _ = self._game, self._screen, self._texts.gettext
        if not game.to_act:
            seen = seen_by_all(game, screen, self._shown)
            self._console.say([*spaced([seen.news, seen.board]), ""])
        count = len(game.entries)
        saved = self._texts.ngettext(
            "{path}: {count} entry, saved", "{path}: {count} entries, all saved", count
        )
        saved = saved.format(path=self._path, count=count)
        saved = ", ".join(filter(None, (saved, screen.branch(game.log))))
        self._console.say([_output.printable(saved), screen.to_act(Replay(game.log).go("-1"))])

    def _refuse_to_draw(self) -> None:
        """Chance is to act, and neither the game draws nor does anybody here."""
        msg = f"{self._path}: a draw is due that cannot be made here"
        hint = "The seed of its luck is known already; a branch can go on with new luck."
        raise Failure(msg, code=NO, hint=hint)

    # -- who has the keyboard -------------------------------------------------------------------------------

    def _hand_over(self, actor: Actor) -> bool:
        """See to it that the actor has the keyboard; whether the game goes on."""
        before, self._there = self._there, actor
        others = self._people - {actor} if before is None else {before} - {actor}
        if not self._console.screen or not self._have_secrets(actor, others):
            return True
        _ = self._texts.gettext
        if actor == CHANCE:
            text = _("Whoever deals takes the keyboard, and presses Enter when nobody else is looking:")
        else:
            text = _("{name} takes the keyboard, and presses Enter when nobody else is looking:")
        *request, prompt = self._wrapped(text.format(name=self._screen.narrator.actor(actor)))
        seen = seen_by_all(self._game, self._screen, self._shown)
        self._shown = self._shown_to_all = len(self._game.entries)
        self._console.page(fitted(seen, request, self._rows - 1, "", board_first=False))
        self._console.forget()
        answer = self._console.ask(f"{prompt} ")
        return answer is not None and answer != "q"

    def _have_secrets(self, actor: Actor, others: set[Actor]) -> bool:
        """Whether the actor knows what one of the others does not, or the reverse."""
        own = known(self._game, actor)
        return any(known(self._game, other) != own for other in others)

    # -- asking ---------------------------------------------------------------------------------------------

    def _ask(self, actor: Actor) -> bool:
        """Ask until something was done; false if somebody leaves."""
        game = self._game
        weights = game.weights() if actor == CHANCE else ()
        menu = Menu(game.rules, game.legal_moves(actor), weights, self._screen, self._known_to(actor))
        self._show(actor, menu)
        while True:
            answer = self._console.ask(f"{self._screen.narrator.actor(actor)}> ")
            if answer is None:
                return False
            match answer.split():
                case ["q"]:
                    return False
                case ["?" | "b" as what]:
                    everything = seen_by(game, self._screen, actor).lines if what == "b" else self._help()
                    self._scroll(list(everything))
                    self._show_again(actor, menu)
                case []:
                    self._show_again(actor, menu)
                case ["r", *numbers] if len(numbers) < 2:
                    if self._retract(numbers, actor):
                        return True
                case _:
                    if self._answered(actor, menu, answer):
                        return True

    def _answered(self, actor: Actor, menu: Menu, answer: str) -> bool:
        """Make the move that an answer means; whether it means one."""
        _ = self._texts.gettext
        before = self._known_to(actor)
        try:
            entry = self._play(actor, menu.move(answer))
        except (NoChoice, MoveRefused) as error:
            self._wrong(error.message, _("Legal: {moves}").format(moves=menu.brief()))
            return False
        if not self._console.screen:
            told = self._screen.narrator.move(entry.move, before=before)
            self._console.say([_("Saved as entry {entry}: {move}").format(entry=entry.seq, move=told), ""])
        return True

    def _wrong(self, message: str, hint: str | None = None) -> None:
        """Tell that an answer will not do; where nobody can be asked again, that is the end, with a hint."""
        _ = self._texts.gettext
        if not self._console.person:
            if message[1:2].islower():  # a word, and no rule or card
                message = message[:1].lower() + message[1:]
            raise Failure(f"line {self._console.line}: {message}", code=NO, hint=hint)
        again = _("Choose from the list, or type ? for help.")
        self._console.say(self._wrapped(f"{_output.printable(message)}. {again}"))

    def _play(self, actor: Actor, move: Move) -> Entry:
        game = self._game
        before = len(game.entries)
        try:
            return game.play(actor, move)
        except OSError as error:
            failure = unwritable(self._path, error)
            if len(game.entries) > before:
                failure.hint = f"The move is saved as entry {before + 1}, a draw that follows is not."
            else:
                failure.hint = f"The move does not count; the {before} entries before it are saved."
            raise failure from error

    def _known_to(self, actor: Actor) -> State:
        """What an actor knows now; whoever deals has seen all that was dealt."""
        return self._game.state if actor == CHANCE else self._game.view(actor)  # type: ignore[no-any-return]

    # -- taking back ----------------------------------------------------------------------------------------

    def _retract(self, numbers: Sequence[str], actor: Actor) -> bool:
        """Go back, by a move of the table; whether that was done."""
        _ = self._texts.gettext
        last_number = len(self._game.entries) - 1
        if numbers:
            (number,) = numbers
            to = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
            if to is None or to > last_number:
                hint = _("r N goes back to the state after entry N, from 0 to {last}.").format(
                    last=last_number
                )
                self._wrong(
                    _("There is no earlier entry {number}").format(number=number),
                    hint if last_number >= 0 else None,
                )
                return False
            question = _("Go back to the state after entry {entry}? Type y to do so:").format(entry=to)
        else:
            last = self._last_choice()
            if last is None:
                self._wrong(_("Nobody has chosen anything yet that could be taken back"))
                return False
            to = last.seq - 1
            viewer = PUBLIC if actor == CHANCE else actor
            replay = Replay(self._game.log, viewer)
            seen = self._screen.narrator.entry(replay.entries[to], replay.state_at(to))
            question = _("Take back entry {entry} ({what})? Type y to do so:").format(
                entry=last.seq, what=next(seen, "")
            )
        if self._console.person:
            *above, prompt = self._wrapped(question)
            self._console.say(above)
            if (self._console.ask(f"{prompt} ") or "").casefold() not in _YES:
                return False
        try:
            entry = self._game.retract(to)
        except OSError as error:
            raise unwritable(self._path, error) from error
        if not self._console.screen:
            self._console.say([f"{entry.seq}: {self._screen.narrator.move(entry.move)}", ""])
        return True

    def _last_choice(self) -> Entry | None:
        """The last entry by somebody who is asked here, and not taken back yet."""
        entries = self._game.entries
        # By position the entry that made the state there, and by entry the one before it on its line.
        made, before = [0], {0: 0}
        for entry in entries:
            if isinstance(entry.move, Retract):
                made.append(made[entry.move.to])
            elif entry.is_table:
                made.append(made[-1])
            else:
                before[entry.seq] = made[-1]
                made.append(entry.seq)
        last = made[-1]
        while last and entries[last - 1].actor not in self._people:
            last = before[last]
        return entries[last - 1] if last else None

    # -- showing --------------------------------------------------------------------------------------------

    @property
    def _rows(self) -> int:
        """How many lines fit above the one where the answer is typed; on paper there is no end."""
        return self._console.rows - 1 if self._console.screen else 10**9

    def _show(self, actor: Actor, menu: Menu) -> None:
        """What an actor sees before choosing."""
        _ = self._texts.gettext
        seen = seen_by(self._game, self._screen, actor)
        choices = [self._screen.may(actor, len(menu.keys)), *menu.lines()]
        page = fitted(seen, choices, self._rows, self._screen.dim(_("(b shows all of it)")), board_first=True)
        end = len(self._game.entries)
        if not set(seen.news) <= set(page) and self._shown_to_all < end:
            # Nobody has told it, and below there is no room for it.
            self._scroll([seen.title, "", *seen.news])
        self._shown = end
        self._console.page(page)

    def _show_again(self, actor: Actor, menu: Menu) -> None:
        """The same page, where it was wiped."""
        if self._console.screen:
            self._shown_to_all = len(self._game.entries)
            self._show(actor, menu)

    def _scroll(self, text: Sequence[str]) -> None:
        """Show something however long it is, a screen at a time."""
        _ = self._texts.gettext
        if not self._console.screen:
            self._console.say([*text, ""])
            return
        for start in range(0, len(text), self._rows):
            self._console.page(text[start : start + self._rows])
            if self._console.ask(_("Enter goes on:") + " ") is None:
                return

    def _wrapped(self, text: str) -> list[str]:
        return list(_output.wrapped(text, "", self._screen.width))

    def _help(self) -> Iterator[str]:
        """What can be answered."""
        _ = self._texts.gettext
        yield from self._wrapped(
            _("A move is chosen by its number, by its words or some of them, or as a JSON object. Besides:")
        )
        yield "  b     " + _("all that has happened since your last move, and the board")
        yield "  r     " + _("takes the last choice back")
        yield "  r N   " + _("goes back to the state after entry N")
        yield "  q     " + _("leaves; every move is saved already")
        yield "  ?     " + _("this help")
