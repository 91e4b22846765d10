"""``projectl admin verify``: damage is found exactly where it is."""

import asyncio
import json

import pytest
from tests.server.admin_helpers import HURT, TABLES, execute, filled, rows, run, verified
from tests.server.logs import fill

from projectl.server.sql import Place, SqlStore
from projectl.service.entries import TableId, entry_text
from projectl.service.table import DamagedLog


def test_sound_tables(folder):
    assert run("verify", "--data", folder) == (0, f"{TABLES} tables, 0 damaged\n")
    assert verified(folder) == {}


MOVE = "UPDATE entries SET {} WHERE table_id = ? AND seq = 7"
DAMAGE = {  # what is done to one row, and what verify says
    "a lost entry": ("DELETE FROM entries WHERE table_id = ? AND seq = 7", "entry 7 is missing"),
    "a lost first entry": ("DELETE FROM entries WHERE table_id = ? AND seq = 1", "entry 1 is missing"),
    "a cut text": (MOVE.format("entry = substr(entry, 1, 20)"), "entry 7 does not read"),
    "another kind": (MOVE.format("""entry = '{"kind":"danced"}'"""), "entry 7 does not read"),
    "another move": (
        MOVE.format("""entry = json_replace(entry, '$.move', 'upgrade +O1')"""),
        "entry 7 does not replay",
    ),
    "another hash": (MOVE.format("""entry = json_replace(entry, '$.check', 'ffff')"""), "entry 7 does not replay"),
    "another seat": (MOVE.format("""entry = json_replace(entry, '$.seat', 'F')"""), "entry 7 does not replay"),
    "no text": (MOVE.format("entry = CAST(x'fffe' AS TEXT)"), "cannot be read"),
    "unreadable public": (MOVE.format("public = 'x'"), "entry 7 does not read"),
    "public of another": (MOVE.format("""public = json_replace(public, '$.seq', 8)"""), "belongs to another entry"),
}
CACHES = {
    "another phase": ("UPDATE tables SET phase = 'over' WHERE id = ?", "wrong phase"),
    "another due time": ("UPDATE tables SET due_at = 1 WHERE id = ?", "wrong due_at"),
    "unreadable names": ("UPDATE tables SET names = '[' WHERE id = ?", "does not read"),
    "not listed": ("DELETE FROM tables WHERE id = ?", "not in the list"),
    "another sitter": ("UPDATE sitters SET player = 'eve' WHERE table_id = ?", "wrong people"),
    "a cut snapshot": ("UPDATE snapshots SET data = substr(data, 1, 90) WHERE table_id = ?", "does not read"),
    "another snapshot": (
        """UPDATE snapshots SET data = CAST(replace(data, '"Olga"', '"Vera"') AS BLOB) WHERE table_id = ?""",
        "is not what the log says",
    ),
    "a snapshot too far": ("UPDATE snapshots SET seq = 99 WHERE table_id = ?", "which there is not"),
}


@pytest.mark.parametrize(("sql", "reason"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_log_is_found_and_set_aside(folder, sql, reason):
    execute(folder, sql, HURT)
    before = rows(folder)
    found = verified(folder)
    assert list(found) == [HURT]
    assert reason in " ".join(found[HURT]["problems"])
    assert found[HURT]["log"]
    assert rows(folder) == before, "looking changes nothing"

    assert list(verified(folder, "--isolate")) == [HURT]
    after, hurt = rows(folder), HURT.encode()
    assert after["entries"] == before["entries"]
    assert [row for row in after["tables"] if row[0] != hurt] == [row for row in before["tables"] if row[0] != hurt]
    assert [row[1] for row in after["tables"] if row[0] == hurt] == [b"damaged"]
    assert list(verified(folder)) == [HURT], "it is still known to be damaged"


@pytest.mark.parametrize(("sql", "reason"), CACHES.values(), ids=CACHES)
def test_what_only_follows_from_the_log_is_mended(folder, sql, reason):
    sound = rows(folder)
    execute(folder, sql, HURT)
    found = verified(folder)
    assert list(found) == [HURT]
    assert reason in " ".join(found[HURT]["problems"])
    assert not found[HURT]["log"]
    verified(folder, "--isolate")
    assert verified(folder) == {}
    assert rows(folder) == sound


def test_a_page_of_the_file_that_is_damaged(tmp_path):
    """The database itself cannot read some rows; the tables beside them are found sound."""

    async def spoil():
        store = await SqlStore.open(Place.of(tmp_path))
        await fill(store, TABLES, moves=60)
        log = await store.tail(TableId(HURT), 0)
        await store.close()
        file = tmp_path / "projectl.db"
        content = bytearray(file.read_bytes())
        page = content.index(entry_text(log[len(log) // 2].entry).encode()) // 4096 * 4096
        content[page : page + 8] = b"rubbish!"
        file.write_bytes(content)

    async def load(code):
        store = await SqlStore.open(Place.of(tmp_path))
        try:
            return await store.load(code)
        finally:
            await store.close()

    asyncio.run(spoil())
    assert list(verified(tmp_path)) == [HURT]
    assert list(verified(tmp_path, "--isolate")) == [HURT]
    with pytest.raises(DamagedLog):
        asyncio.run(load(TableId(HURT)))
    assert asyncio.run(load(TableId("TABLE001"))) is not None


def test_what_people_read(folder):
    execute(folder, "DELETE FROM entries WHERE table_id = ? AND seq = 7", HURT)
    code, out = run("verify", "--data", folder, "--isolate")
    assert (code, out) == (1, f"{HURT}: entry 7 is missing (set aside)\n{TABLES} tables, 1 damaged\n")


def test_a_mended_log_is_no_longer_set_aside(folder):
    async def set_aside():
        store = await SqlStore.open(Place.of(folder))
        await store.set_aside(TableId(HURT))
        await store.close()

    sound = rows(folder)
    asyncio.run(set_aside())
    assert "although its log is sound" in str(verified(folder, "--isolate"))
    assert rows(folder) == sound


def test_postgres_is_verified_too(postgres):
    url = postgres.new_database()
    asyncio.run(filled(Place.of(None, url)))
    assert run("verify", "--database", url)[0] == 0
    postgres.execute(f"DELETE FROM entries WHERE table_id = '{HURT}' AND seq = 7", url.split("/")[3].split("?")[0])
    code, out = run("verify", "--database", url, "--json")
    assert code == 1
    assert [one["table"] for one in json.loads(out)["damaged"]] == [HURT]
