"""The short form of ``python -m tests.server.powerloss.run --points 1000``, and builds that must be caught."""

import asyncio
from random import Random

import pytest
from tests.server.powerloss.disk import ALL, NONE, Disk, Record
from tests.server.powerloss.run import chosen_points, journalled_run, outcomes

pytestmark = pytest.mark.slow


def cut(number, durability="FULL", *, early=False):
    """The outcomes of so many power cuts."""
    records = journalled_run(durability, early=early)
    return records, asyncio.run(outcomes(records, chosen_points(records, number, seed=7)))


def test_nothing_acknowledged_is_lost_and_nothing_is_corrupt():
    records, found = cut(60)
    assert [one for one in found if one.lost or one.corrupt] == []
    assert len(found) == 60
    checkpoints = [record for record in records if record.op == "S" and record.path == "projectl.db"]
    assert len(checkpoints) >= 5, "the run was too short to move pages from the WAL to the database"


@pytest.mark.parametrize(
    "fault",
    [{"durability": "NORMAL"}, {"durability": "OFF"}, {"early": True}],
    ids=["synchronous=NORMAL", "synchronous=OFF", "acknowledged before the commit"],
)
def test_a_store_that_lies_is_caught(fault):
    _, found = cut(20, **fault)
    assert any(one.lost for one in found)


def test_the_disk_keeps_what_was_synced_and_nothing_else():
    def record(op, path="f", offset=0, data=b""):
        return Record(op, path, offset, data)

    disk = Disk()
    for one in (record("C"), record("W", data=b"synced"), record("S"), record("W", offset=6, data=b"not")):
        disk.add(one)
    assert disk.after_power_cut(NONE, Random(1)) == {}, "the name was not synced"
    disk.add(record("S", ""))
    assert disk.after_power_cut(NONE, Random(1)) == {"f": b"synced"}
    assert disk.after_power_cut(ALL, Random(1)) == {"f": b"syncednot"}
    disk.add(record("T", offset=2))
    assert disk.after_power_cut(ALL, Random(1)) == {"f": b"sy"}
    disk.add(record("R", data=b"g"))
    assert disk.after_power_cut(ALL, Random(1)) == {"g": b"sy"}
    assert disk.after_power_cut(NONE, Random(1)) == {"f": b"synced"}
