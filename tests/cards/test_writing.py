"""Packs written as text read back as the same packs, and records hold on to theirs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import projectl
from projectl.cards import card_text, head_text, pack_text
from projectl.catalog import bundled_pack, parse_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.errors import RecordError


@pytest.mark.parametrize("name", BUNDLED_PACKS)
def test_packs_read_back(name):
    pack = bundled_pack(name)
    assert parse_pack(pack_text(pack, {card.id: "a comment" for card in pack.cards[::2]}), "text") == pack


@given(title=st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=80))
def test_any_title_reads_back(title):
    card = bundled_pack("ambassador").cards[0]
    assert parse_pack(head_text("a", 3, title) + card_text(card), "text").title == title


def test_a_record_refuses_another_pack_and_names_both():
    record = projectl.Game(2, seed=1, expansions=["ghost"]).record()
    here = bundled_pack("ghost")
    older = record.replace(here.digest, "f21c08d5fccad339")
    unchecked = "\n".join(line for line in older.splitlines() if not line.startswith("check:"))
    with pytest.raises(RecordError) as refused:
        projectl.replay(unchecked)
    assert "another version of the card pack 'ghost': it names 'f21c08d5fccad339'" in str(refused.value)
    assert f"here is version {here.version}, {here.digest}" in str(refused.value)


def test_a_record_with_own_cards_carries_them():
    own = replace(bundled_pack("ghost").cards[0], stand_in=False, rows=("#####", "#...#", "#...#", "#...#", "#####"))
    game = projectl.Game(2, seed=1, expansions=["ghost"], cards=[own])
    again = projectl.replay(game.record())
    assert again.config.cards[again.config.card_index[own.id]].rows == own.rows
    assert again.position() == game.position()


def test_the_hash_follows_version_and_cards():
    pack = bundled_pack("ambassador")
    text = pack_text(pack, {})
    digest = parse_pack(text, "text").digest
    assert parse_pack(text.replace("version = 2", "version = 3"), "text").digest != digest
    assert parse_pack(text.replace("points = 4", "points = 5"), "text").digest != digest
    assert parse_pack("# a comment\n" + text, "text").digest == digest
