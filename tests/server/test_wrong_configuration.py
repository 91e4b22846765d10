"""A server that cannot start says why in one line and ends with code 2."""

import os
import sqlite3
import subprocess
import sys

import pytest

from projectl.server.running import bound_socket
from projectl.server.sql.place import FILE, FolderLock


def serve(*words, seconds=30):
    command = [sys.executable, "-m", "projectl", "serve", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)


def refused(done, *parts):
    assert done.returncode == 2, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("projectl: ")
    for part in parts:
        assert part in lines[0]


def test_the_port_is_taken(tmp_path):
    listening = bound_socket("127.0.0.1", 0)
    port = listening.getsockname()[1]
    refused(serve("--port", port, "--data", tmp_path), str(port), "--port")
    listening.close()


def test_the_address_is_not_ours(tmp_path):
    refused(serve("--host", "192.0.2.1", "--data", tmp_path), "192.0.2.1")
    refused(serve("--host", "no such host", "--data", tmp_path), "no such host")


def test_the_data_folder_is_a_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("")
    refused(serve("--port", 0, "--data", path), str(path))


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere; the folder that is a file stands for it")
def test_the_data_folder_cannot_be_written(tmp_path):
    tmp_path.chmod(0o500)
    refused(serve("--port", 0, "--data", tmp_path), "cannot be written")


def test_another_process_uses_the_data_folder(tmp_path):
    lock = FolderLock(tmp_path)
    refused(serve("--port", 0, "--data", tmp_path), "Another projectl process")
    lock.release()


def test_the_data_file_is_no_database(tmp_path):
    (tmp_path / FILE).write_bytes(b"something else entirely, and long enough to be noticed" * 100)
    refused(serve("--port", 0, "--data", tmp_path), str(tmp_path))


def test_the_database_is_newer_than_this_release(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()
    refused(serve("--port", 0, "--data", tmp_path), "newer release")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://nobody@127.0.0.1:1/none", "127.0.0.1"),
        ("mysql://x/y", "postgresql://"),
        ("nonsense", "postgresql://"),
    ],
)
def test_the_database_cannot_be_reached(url, said):
    refused(serve("--port", 0, "--database", url), said)


def test_redis_is_no_url(tmp_path):
    refused(serve("--port", 0, "--data", tmp_path, "--redis", "nonsense"), "Redis")


def test_both_a_folder_and_a_database(tmp_path):
    refused(serve("--port", 0, "--data", tmp_path, "--database", "postgresql://x/y"), "not both")
