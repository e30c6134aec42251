"""The files for whoever hosts: the image, the set of two shards, the unit of systemd."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from suitwise.cli import commands
from suitwise.table.serve.shards.proxy import caddy
from suitwise.table.serve.shards.slots import SlotMap, read_map

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE = (DEPLOY / "compose.yaml").read_text()
UNIT = (DEPLOY / "suitwise-table.service").read_text()


def options(words: list[str], **environment: str) -> dict[str, object]:
    """Return the options of a server that is started so."""
    ran = CliRunner(env=environment).invoke(commands, ["table", "serve", *words, "--show-config"])
    assert ran.exit_code == 0, ran.output
    return tomllib.loads(ran.output)


def entrypoint() -> list[str]:
    found = re.search(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, re.M)
    assert found is not None
    words: list[str] = json.loads(found[1])
    assert words[:3] == ["suitwise", "table", "serve"]
    return words[3:]


def test_the_image_copies_what_there_is_and_starts_a_server_by_options_that_are_known() -> None:
    for paths in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.M):
        assert all((DEPLOY.parent / path).exists() for path in paths.split())
    held = options(entrypoint(), SUITWISE_SERVE_NAME="cards.example")
    assert (held["host"], held["name"], held["behind-tls"]) == ("0.0.0.0", ["cards.example"], True)
    assert str(held["file"]).startswith("/var/lib/suitwise/")


def test_the_shards_of_the_set_are_those_of_its_map_and_of_its_proxy() -> None:
    slots = read_map(DEPLOY / "slots.toml")
    assert set(re.findall(r"SUITWISE_SERVE_SHARD: (\w+)", COMPOSE)) == set(slots.shards)
    assert (DEPLOY / "Caddyfile").read_text() == caddy(slots, "{$NAME}")
    assert slots == SlotMap.even({name: f"{name}:8042" for name in slots.shards})


def test_a_shard_of_the_set_is_started_by_options_that_are_known(tmp_path: Path) -> None:
    named = re.findall(r"(SUITWISE_SERVE_\w+): (.+?)}?$", COMPOSE, re.M)
    environment = dict(named) | {"SUITWISE_SERVE_NAME": "cards.example"}
    slots = tmp_path / "slots.toml"
    shutil.copy(DEPLOY / "slots.toml", slots)
    held = options(entrypoint(), **(environment | {"SUITWISE_SERVE_SLOTS": str(slots)}))
    assert held["trusted-proxy"] == "172.16.0.0/12"
    assert held["shard"] in read_map(slots).shards


@pytest.mark.skipif(not shutil.which("caddy"), reason="proxy tests need caddy")
def test_caddy_takes_the_proxy_of_the_set() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    ran = subprocess.run(
        command,
        env={"NAME": "http://:8080", "HOME": "/nonexistent"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "suitwise-table.service"
    unit.write_text(UNIT.replace("/opt/suitwise/bin/suitwise", sys.executable))
    ran = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert not [line for line in ran.stderr.splitlines() if unit.name in line]


def test_the_unit_starts_a_server_by_options_that_are_known(tmp_path: Path) -> None:
    found = re.search(r"^ExecStart=\S+ table serve (.*)$", UNIT, re.M)
    assert found is not None
    config = tmp_path / "table.toml"
    config.write_text('behind-tls = true\nname = ["cards.example"]\n')
    held = options(found[1].replace("/etc/suitwise/table.toml", str(config)).split())
    assert held["file"] == "/var/lib/suitwise/tables.db"
