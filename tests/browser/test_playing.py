"""People play in a real browser, by mouse, touch and keyboard; the server's table is what counts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from projectl.bots.choosing import choose_move

from .conftest import Server

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class Person:
    """Somebody at a browser of their own. Errors on the page fail the test."""

    def __init__(self, browser: Browser, server: Server, viewport: dict[str, int], **more: object) -> None:
        self.server = server
        self.errors: list[str] = []
        context = browser.new_context(viewport=viewport, locale="en", reduced_motion="reduce", **more)  # type: ignore[arg-type]
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def get(self, name: str):
        return self.page.get_by_test_id(name)

    def go(self, path: str = "/") -> None:
        self.page.goto(self.server.url + path)

    def call_myself(self, name: str) -> None:
        """Answer the question for a name, which is asked once."""
        self.get("name-input").fill(name)
        self.get("name-go").click()

    @property
    def code(self) -> str:
        self.page.wait_for_url(re.compile(r"/t/[A-Z0-9]{8}"))
        return self.page.url.rsplit("/", 1)[1][:8]

    def type_move(self, move: str) -> None:
        """By keyboard alone: `:` and the move."""
        self.page.keyboard.press(":")
        expect(self.get("command")).to_be_focused()
        self.page.keyboard.type(move)
        self.page.keyboard.press("Enter")

    def moved_on(self, code: str, seq: int) -> None:
        """Wait until the server has stored something and this page shows it."""
        for _ in range(500):
            now = self.server.table(code).seq
            over = self.server.table(code).phase == "over"
            if now > seq and (over or self.get("game").get_attribute("data-seq") == str(now)):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(self.get("sentence").inner_text())

    def done(self) -> None:
        assert self.errors == []
        self.page.context.close()


@pytest.fixture
def desktop(browser, server):
    person = Person(browser, server, DESKTOP)
    yield person
    person.done()


@pytest.fixture
def phone(browser, server):
    person = Person(browser, server, PHONE, has_touch=True, is_mobile=True)
    yield person
    person.done()


def start_solo(person: Person) -> str:
    person.go()
    person.get("play-solo").click()
    code = person.code
    expect(person.get("your-turn")).to_be_visible()
    return code


def test_mouse_upgrade_undo_take_and_place(desktop, server):
    code = start_solo(desktop)
    desktop.get("reserve-O1").click()
    expect(desktop.get("supply-O1")).to_contain_text("2")
    desktop.get("undo").click()
    expect(desktop.get("supply-O1")).to_contain_text("1")
    slot = desktop.get("market-slot-0")
    card = slot.get_attribute("data-card")
    slot.click()
    desktop.get("confirm").click()
    mine = desktop.get(f"card-{card}")
    expect(mine).to_be_visible()
    assert server.table(code).game.position()["players"]["A"]["puzzles"].keys() == {card}
    expect(desktop.get("undo")).to_be_disabled()  # a card was turned over
    cell = mine.locator("[data-open]").first if mine.locator("[data-open]").count() else None
    recess = server.table(code).game.config.cards[server.table(code).game.config.card_index[card]].recess
    number = next(number for number in range(25) if recess >> number & 1)
    desktop.get("supply-O1").click()
    (cell or mine.locator(f"[data-cell='{number}']")).click()
    expect(desktop.get("supply-O1")).to_have_count(0)
    assert server.table(code).game.position()["players"]["A"]["puzzles"][card]


def test_keyboard_alone_plays_a_whole_solo_game(desktop, server):
    code = start_solo(desktop)
    table = server.table(code)
    for seed in range(400):
        table = server.table(code)
        if table.phase != "playing":
            break
        seq = table.seq
        desktop.type_move(choose_move("guided", table.game.position(), "A", seed))
        desktop.moved_on(code, seq)
    scores = server.table(code).game.scores()
    expect(desktop.get("score-A")).to_contain_text(str(scores["A"]))


def test_two_people_play_by_link(browser, server, desktop):
    desktop.go()
    desktop.get("play-friends").click()
    desktop.get("create").click()
    desktop.call_myself("Jana")
    code = desktop.code
    friend = Person(browser, server, DESKTOP)
    friend.go(f"/t/{code}")
    friend.get("sit-1").click()
    friend.call_myself("Tom")
    expect(desktop.page.get_by_text("Tom").first).to_be_visible()
    desktop.get("start").click()
    expect(friend.get("player-A").or_(friend.get("player-B")).first).to_be_visible()
    people = {"Jana": desktop, "Tom": friend}
    for _ in range(8):
        table = server.table(code)
        seat = table.active[0]
        mover = people[table.chair_of(seat).name]
        expect(mover.get("your-turn")).to_be_visible()
        seq = table.seq
        mover.type_move("upgrade +O1")
        mover.moved_on(code, seq)
    assert server.table(code).game.round == 2
    assert server.table(code).game.scores() == {"A": 0, "B": 0}
    friend.done()


def test_touch_takes_a_card_on_a_phone(phone, server):
    code = start_solo(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.get("open-market").tap()
    slot = phone.get("market-slot-0").last
    card = slot.get_attribute("data-card")
    slot.tap()
    phone.get("confirm").tap()
    expect(phone.get(f"card-{card}")).to_be_visible()
    assert card in server.table(code).game.position()["players"]["A"]["puzzles"]


def test_a_reload_in_the_middle_keeps_the_table(desktop, server):
    code = start_solo(desktop)
    desktop.type_move("upgrade +O1")
    expect(desktop.get("supply-O1")).to_contain_text("2")
    desktop.page.reload()
    expect(desktop.get("supply-O1")).to_contain_text("2")
    assert desktop.code == code
