"""What a proxy before shards is told: configurations of nginx, HAProxy and Caddy.

A request with a code in its address goes to the shard that keeps the code's slot, all others to any that
is ready. The proxy names the client's address, keeps the host's name, and leaves connections of
WebSockets open for as long as somebody speaks; clients ping every ten seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from suitwise.table.serve.shards.slots import Shard, SlotMap

SILENT_S = 75
"""The seconds after which a silent connection is closed."""
_KEPT = "keepalive 8; keepalive_timeout 4s;"
"""How nginx keeps connections to a shard, which itself closes idle ones after 5 seconds."""
MOST_BODY = "2m"
"""The largest request that nginx passes on; a record that is replayed has half as much."""


def nginx(slots: SlotMap, listen: str, folder: str = "", base: str = "") -> str:
    """Return the configuration of nginx, a whole file; TLS is added at its ``server``.

    Args:
        slots: the map.
        listen: the address and port to listen at.
        folder: a folder for its own files; empty for the system's.
        base: the path below which the servers stand; empty for none.

    >>> text = nginx(SlotMap.even({"a": "10.0.0.2:8101", "b": "10.0.0.3:8101"}), "80")
    >>> [line.strip() for line in text.splitlines() if line.endswith("suitwise_a;")]
    ['"~*^/(?:ws|api/tables)/[23456789ABCDEFG]" suitwise_a;']
    """
    kept = _kept(slots)
    homes = "".join(
        f'        "~*{_path(shard.slots, base)}" suitwise_{name};\n' for name, shard in kept.items()
    )
    upstreams = "".join(
        f"    upstream suitwise_{name} {{ server {shard.address} max_fails=0; {_KEPT} }}\n"
        for name, shard in kept.items()
    )
    every = " ".join(f"server {shard.address};" for shard in kept.values())
    own = "".join(
        f"    {kind}_temp_path {folder}/nginx-{kind};\n" if folder else ""
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""worker_processes auto;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
{own}    access_log off;
    server_tokens off;
    # The first character of a table's code says which shard keeps it.
    map $uri $shard {{
        default suitwise;
{homes}    }}
    map $http_upgrade $connection_upgrade {{
        default upgrade;
        "" "";
    }}
    upstream suitwise {{ {every} {_KEPT} }}
{upstreams}    server {{
        listen {listen};
        client_max_body_size {MOST_BODY};
        client_body_buffer_size {MOST_BODY};
        location / {{
            proxy_pass http://$shard;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_buffering off;
            proxy_read_timeout {SILENT_S}s;
            proxy_send_timeout {SILENT_S}s;
            proxy_connect_timeout 2s;
        }}
    }}
}}
"""


def haproxy(slots: SlotMap, listen: str, folder: str = "", base: str = "") -> str:
    """Return the configuration of HAProxy, a whole file; TLS is added at its ``bind``.

    Args:
        slots: the map.
        listen: the address and port to listen at.
        folder: not needed: it has no files of its own.
        base: the path below which the servers stand; empty for none.
    """
    kept = _kept(slots)
    rules = "".join(
        f"    use_backend suitwise_{name} if {{ path_reg -i {_path(shard.slots, base)} }}\n"
        for name, shard in kept.items()
    )
    every = "".join(
        f"    server {name} {shard.address} check inter 1s fall 2 rise 1\n"
        for name, shard in kept.items()
    )
    unchecked = "".join(f"    server {name} {shard.address}\n" for name, shard in kept.items())
    homes = "".join(
        f"\nbackend suitwise_{name}\n    server {name} {shard.address}\n"
        for name, shard in kept.items()
    )
    return f"""defaults
    mode http
    option forwardfor
    option redispatch
    retries 3
    timeout connect 2s
    timeout client {SILENT_S}s
    timeout server {SILENT_S}s
    timeout tunnel {SILENT_S}s
    timeout http-request 15s

frontend suitwise
    bind {_bound(listen)}
    http-request del-header x-forwarded-for
    # The first character of a table's code says which shard keeps it.
{rules}    # Where none makes tables, as when all are drained, any has the page of a game that goes on.
    use_backend suitwise-any if {{ nbsrv(suitwise) eq 0 }}
    default_backend suitwise

backend suitwise
    option httpchk
    http-check send meth GET uri /healthz hdr Host localhost
{every}
backend suitwise-any
{unchecked}{homes}"""


def caddy(slots: SlotMap, listen: str, folder: str = "", base: str = "") -> str:
    """Return the configuration of Caddy, a whole Caddyfile; a name in place of the address brings TLS.

    Args:
        slots: the map.
        listen: the address and port to listen at, or a name.
        folder: a folder for the socket by which it is told of changes; empty for the system's way.
        base: the path below which the servers stand; empty for none.
    """
    kept = _kept(slots)
    homes = "".join(
        f"    @{name} path_regexp (?i){_path(shard.slots, base)}\n"
        f"    reverse_proxy @{name} {shard.address}\n"
        for name, shard in kept.items()
    )
    every = " ".join(shard.address for shard in kept.values())
    site, bind = _caddy_site(listen)
    admin = f"{{\n    admin unix/{folder}/{SOCKET}\n}}\n\n" if folder else ""
    return f"""{admin}{site} {{
{bind}    # The first character of a table's code says which shard keeps it.
{homes}    reverse_proxy {every} {{
        lb_try_duration 2s
        lb_try_interval 100ms
        fail_duration 2s
        health_uri /healthz
        health_interval 2s
        health_headers {{
            Host localhost
        }}
    }}
    # Where none makes tables, as when all are drained, any has the page of a game that goes on.
    handle_errors {{
        @none expression {{http.error.status_code}} == 503
        reverse_proxy @none {every} {{
            lb_try_duration 2s
        }}
    }}
}}
"""


SOCKET = "caddy.sock"
PROXIES: Mapping[str, Callable[[SlotMap, str, str, str], str]] = {
    "nginx": nginx,
    "haproxy": haproxy,
    "caddy": caddy,
}
"""The proxies that configurations are written for, by name."""


def _path(slots: str, base: str) -> str:
    """Return the expression of the paths that name a table of slots."""
    return f"^{re.escape(base)}/(?:ws|api/tables)/[{slots}]"


def _kept(slots: SlotMap) -> dict[str, Shard]:
    """Return the shards that have slots, by name; those without make no tables, either."""
    return {name: shard for name, shard in slots.shards.items() if shard.slots}


def _bound(listen: str) -> str:
    return listen if ":" in listen else f"*:{listen}"


def _caddy_site(listen: str) -> tuple[str, str]:
    """Return the site's address and the line that binds it; a name in place of them brings TLS."""
    host, _, port = listen.rpartition(":")
    if port.isdecimal():
        return f"http://:{port}", f"    bind {host}\n" if host else ""
    return listen, ""
