"""``projectl admin backup`` and ``restore``: files that can be trusted; and wrong places."""

import asyncio
import gzip
import json
import subprocess
import sys
from collections import Counter

from tests.server.admin_helpers import HURT, TABLES, execute, refused, rows, run, verified
from tests.server.test_store import listing, said

from projectl.server.sql import Place, SqlStore
from projectl.service.entries import TableId


def test_a_backup_restores_everything(folder, tmp_path):
    code, out = run("backup", tmp_path / "b.gz", "--data", folder)
    assert code == 0
    assert out.startswith(f"{TABLES} tables with ")
    assert run("restore", tmp_path / "b.gz", "--data", tmp_path / "new")[0] == 0
    assert rows(tmp_path / "new") == rows(folder)
    assert verified(tmp_path / "new") == {}


def test_from_sqlite_to_postgres_and_back(folder, tmp_path, postgres):
    url = postgres.new_database()
    run("backup", tmp_path / "one.gz", "--data", folder)
    run("restore", tmp_path / "one.gz", "--database", url)
    run("backup", tmp_path / "two.gz", "--database", url)
    run("restore", tmp_path / "two.gz", "--data", tmp_path / "back")
    assert rows(tmp_path / "back") == rows(folder)


def test_a_backup_while_tables_are_played_is_of_one_moment(tmp_path):
    """Each append has two entries: a backup with an odd number would be one of a moment that never was."""
    place, file = Place.of(tmp_path / "data"), tmp_path / "b.gz"

    async def play(store, code):
        for seq in range(1, 400, 2):
            assert await store.append(code, [said(seq), said(seq + 1)], listing())

    async def size_of_backup():
        command = ["-m", "projectl", "admin", "backup", str(file), "--data", str(place)]
        process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=subprocess.DEVNULL)
        assert await process.wait() == 0
        rows = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]]
        lengths = Counter(row[1] for row in rows if row[0] == "entries")
        assert all(length % 2 == 0 for length in lengths.values())
        return lengths.total()

    async def scenario():
        store = await SqlStore.open(place)
        try:
            games = asyncio.gather(*(play(store, TableId(f"T{number}")) for number in range(5)))
            sizes = [await size_of_backup() for _ in range(3)]
            await games
        finally:
            await store.close()
        return sizes

    sizes = asyncio.run(scenario())
    assert sizes == sorted(sizes)


def test_a_backup_is_for_its_owner_only(folder, tmp_path):
    run("backup", tmp_path / "b.gz", "--data", folder)
    assert (tmp_path / "b.gz").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.gz", "data"], "nothing unfinished is left"


def test_restore_refuses_a_place_with_tables(folder, tmp_path):
    run("backup", tmp_path / "b.gz", "--data", folder)
    before = rows(folder)
    refused("already", "restore", tmp_path / "b.gz", "--data", folder)
    assert rows(folder) == before


def test_restore_refuses_damaged_files(folder, tmp_path):
    good, bad = tmp_path / "good.gz", tmp_path / "bad.gz"
    run("backup", good, "--data", folder)
    packed, plain = good.read_bytes(), gzip.decompress(good.read_bytes())
    lines = plain.splitlines(keepends=True)
    damaged = {
        "cut": packed[: len(packed) // 2],
        "a flipped bit": packed[:900] + bytes([packed[900] ^ 4]) + packed[901:],
        "a row less": gzip.compress(b"".join(lines[:5] + lines[6:])),
        "a changed row": gzip.compress(plain.replace(b"olga", b"eve1", 1)),
        "no end": gzip.compress(b"".join(lines[:-1])),
        "a broken line": gzip.compress(lines[0] + b"[1,\n" + lines[-1]),
        "not ours": gzip.compress(b'{"some":"thing"}\n'),
        "empty": gzip.compress(b""),
        "no gzip": b"hello",
        "a newer format": gzip.compress(plain.replace(b'"projectl_backup": 1', b'"projectl_backup": 2', 1)),
        "a newer schema": gzip.compress(plain.replace(b'"schema": "0001"', b'"schema": "9999"', 1)),
    }
    for name, content in damaged.items():
        bad.write_bytes(content)
        refused("backup", "restore", bad, "--data", tmp_path / "new")
        assert not (tmp_path / "new" / "projectl.db").exists(), name
    refused("There is no backup", "restore", tmp_path / "none.gz", "--data", tmp_path / "new")


def test_wrong_places(folder, tmp_path):
    (tmp_path / "empty").mkdir()
    for command in (["verify"], ["backup", tmp_path / "b.gz"]):
        refused("no tables", *command, "--data", tmp_path / "empty")
        refused("cannot be used", *command, "--database", "postgresql://nobody@127.0.0.1:1/none")
    refused("cannot be written", "backup", tmp_path / "none" / "b.gz", "--data", folder)
    assert not (tmp_path / "empty" / "projectl.db").exists()


def test_nobody_isolates_beside_a_running_server(folder):
    async def scenario():
        store = await SqlStore.open(Place.of(folder))
        try:
            await asyncio.to_thread(refused, "Another projectl process", "verify", "--data", folder, "--isolate")
        finally:
            await store.close()

    execute(folder, "DELETE FROM tables WHERE id = ?", HURT)
    asyncio.run(scenario())


def test_the_last_writes_before_a_crash_are_seen(folder, tmp_path):
    """A database whose server was killed has its last entries in the WAL only."""

    async def scenario():
        store = await SqlStore.open(Place.of(folder))
        assert await store.append(TableId("LATE"), [said(1)], listing())
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for path in folder.glob("projectl.db*"):
            if not path.name.endswith("-shm"):
                (crashed / path.name).write_bytes(path.read_bytes())
        await store.close()
        return crashed

    assert list(verified(asyncio.run(scenario()))) == ["LATE"], "it is there (and does not replay)"


def test_a_refusal_is_one_line_and_an_exit_code(tmp_path):
    command = [sys.executable, "-m", "projectl", "admin", "verify", "--data", str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == f"projectl: There are no tables in {tmp_path}.\n"
