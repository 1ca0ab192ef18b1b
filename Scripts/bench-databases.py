#!/usr/bin/env python3
"""Measures muster on a table over three PostgreSQL servers behind a coordinator, compared with psql, pgcli and VisiData.

    Scripts/bench-databases.py [--rows NUMBER] MUSTER

It starts the servers of Debian's packages in a temporary folder, on Unix sockets, and ends them by process id; the rows
are generated. If pgbouncer is installed, it measures muster through pgbouncer as well, and it skips peers that are not
installed. Each program reads all rows in the order of the key. Times on a screen have a resolution of a few milliseconds,
because tmux is polled.
"""

import argparse
import os
import pathlib
import pwd
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 120.0  # the seconds until a screen must show what is expected
PEERS_MEMORY = 6 << 30  # the maximum memory of a peer; above, it is ended


def binaries() -> pathlib.Path:
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not folders:
        sys.exit("bench-databases.py: no PostgreSQL server is installed; apt install postgresql")
    return folders[-1]


class Fleet:
    """Three servers with the parts of one table, a coordinator, and a pooler if one is installed."""

    def __init__(self, folder: pathlib.Path, rows: int):
        self.folder, self.bin, self.pooler = folder, binaries(), None
        self.servers = ["shard0", "shard1", "shard2", "coordinator"]
        if os.geteuid() == 0:  # a server refuses to run as root
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        for name in self.servers:
            self.run("mkdir", str(folder / name))
            data = folder / name / "data"
            self.run(str(self.bin / "initdb"), "-D", str(data), "-A", "trust", "-U", "tester", "-E", "UTF8",
                     "--locale=C.UTF-8", "--no-sync")
            settings = (f"listen_addresses = ''\nunix_socket_directories = '{folder / name}'\nfsync = off\n"
                        "full_page_writes = off\nsynchronous_commit = off\nmax_wal_size = 8GB\n")
            self.run("sh", "-c", 'printf %s "$1" >>"$2"', "sh", settings, str(data / "postgresql.conf"))
            self.run(str(self.bin / "pg_ctl"), "-D", str(data), "-l", str(folder / name / "log"), "-w", "start")
        self.sql("coordinator", "CREATE EXTENSION postgres_fdw; "
                 "CREATE TABLE notes (id bigint NOT NULL, word text, amount int) PARTITION BY HASH (id)")
        for number in range(3):
            self.sql("coordinator", f"""
                CREATE SERVER shard{number} FOREIGN DATA WRAPPER postgres_fdw
                  OPTIONS (host '{folder}/shard{number}', dbname 'postgres');
                CREATE USER MAPPING FOR PUBLIC SERVER shard{number} OPTIONS (user 'tester', password_required 'false');
                CREATE FOREIGN TABLE notes_{number} PARTITION OF notes
                  FOR VALUES WITH (MODULUS 3, REMAINDER {number}) SERVER shard{number} OPTIONS (table_name 'notes')""")
        filling = [self.start_sql(f"shard{number}", f"""
            CREATE TABLE notes (id bigint, word text, amount int);
            CREATE TABLE parting (id bigint) PARTITION BY HASH (id);
            INSERT INTO notes SELECT n, 'word ' || n, n % 1000 FROM generate_series(1, {rows}) n
              WHERE satisfies_hash_partition('parting'::regclass, 3, {number}, n::bigint);
            ALTER TABLE notes ADD PRIMARY KEY (id); CREATE INDEX ON notes (amount, id); ANALYZE notes""")
                   for number in range(3)]
        if any(process.wait() for process in filling):
            sys.exit("bench-databases.py: the servers could not be filled")
        if os.access("/usr/sbin/pgbouncer", os.X_OK):
            self.pooler = folder / "pool.ini"
            text = (f"[databases]\n* = host={folder}/coordinator user=tester\n[pgbouncer]\nunix_socket_dir = {folder}\n"
                    f"listen_port = 6432\nauth_type = any\npool_mode = transaction\npidfile = {folder}/pid\n"
                    f"logfile = {folder}/pool.log\n")
            self.run("sh", "-c", 'printf %s "$1" >"$2"', "sh", text, str(self.pooler))
            self.run("/usr/sbin/pgbouncer", "-q", "-d", str(self.pooler))

    def command(self, *words: str) -> list[str]:
        return (["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []) + list(words)

    def run(self, *words: str):
        subprocess.run(self.command(*words), check=True, stdout=subprocess.DEVNULL)

    def start_sql(self, server: str, sql: str) -> subprocess.Popen:
        return subprocess.Popen(["psql", "-qX", "-v", "ON_ERROR_STOP=1", self.url(server), "-c", sql])

    def sql(self, server: str, sql: str):
        if self.start_sql(server, sql).wait():
            sys.exit(f"bench-databases.py: not carried out: {sql}")

    def url(self, server: str = "coordinator") -> str:
        return f"postgres:///postgres?host={self.folder}/{server}&user=tester"

    @property
    def pooled_url(self) -> str:
        return f"postgres:///postgres?host={self.folder}&port=6432&user=tester"

    def stop(self):
        if self.pooler:
            self.run("sh", "-c", 'kill "$(cat "$1")"', "sh", str(self.folder / "pid"))
        for name in reversed(self.servers):
            self.run(str(self.bin / "pg_ctl"), "-D", str(self.folder / name / "data"), "-m", "immediate", "-w", "stop")


def line(what: str, seconds: float | None, note: str = ""):
    print(f"{what:58} {'–' if seconds is None else f'{seconds:8.3f} s'}  {note}", flush=True)


class Screen:
    """A program in a separate terminal, by tmux: what counts is the visible text."""

    def __init__(self, command: list[str]):
        self.socket = f"muster-bench-{os.getpid()}"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", shlex.join(command))

    def tmux(self, *words: str) -> str:
        return subprocess.run(["tmux", "-L", self.socket, *words], check=True, capture_output=True, text=True).stdout

    def wait(self, start: float, is_there) -> float:
        """Seconds until the screen shows what is expected."""
        while time.perf_counter() - start < PATIENCE:
            text = self.tmux("capture-pane", "-p")
            if is_there(text):
                return time.perf_counter() - start
        sys.exit(f"bench-databases.py: waited in vain:\n{text}")

    def after(self, keys: list[str], *texts: str) -> float:
        start = time.perf_counter()
        self.tmux("send-keys", *keys)
        return self.wait(start, lambda screen: all(text in screen for text in texts))

    def megabytes(self) -> float:
        pid = self.tmux("list-panes", "-F", "#{pane_pid}").strip()
        status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1000

    def end(self):
        self.tmux("kill-session")


def screen(muster: str, url: str, rows: int, name: str):
    """The actions of a user, each until its result is visible."""
    start = time.perf_counter()
    program = Screen([muster, url, "notes", "--motion", "reduced", "-n", "3600"])
    try:
        line(f"{name}: first page", program.wait(start, lambda text: "word 9 " in text))
        line(f"{name}: number of rows", program.wait(start, lambda text: " rows" in text and "…" not in text))
        line(f"{name}: next page", program.after(["PageDown"], "word 50 "))
        line(f"{name}: end", program.after(["End"], f"word {rows} ", f"word {rows - 9} "))
        line(f"{name}: beginning", program.after(["Home"], "word 1 ", "word 9 "))
        line(f"{name}: sorted by a column with an index", program.after(["l", "l", "l", "s"], "amount ▲", "word 1001 "))
        line(f"{name}: filter on one column, amount:=7", program.after(["/", *"amount:=7"], "word 1007 "))
        line(f"{name}: filter on a column of text, word:777777$", program.after(["C-u", *"word:777777$"], "word 777777 "))
        line(f"{name}: memory", None, f"{program.megabytes():.0f} MB")
    finally:
        program.end()


def peer(name: str, command: list[str], environment: dict[str, str]):
    """A program that reads all rows; its time, and its maximum memory."""
    if not shutil.which(command[0]):
        return line(f"{name}: not installed", None)
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (PEERS_MEMORY, PEERS_MEMORY)))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    note = f"{usage.ru_maxrss / 1000:.0f} MB" + (f", ended with {process.returncode}" if process.returncode else "")
    line(name, time.perf_counter() - start, note)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("muster")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muster-fleet-", dir="/tmp"))
    fleet = None
    try:
        fleet = Fleet(folder, arguments.rows)
        query = "SELECT * FROM notes ORDER BY id"
        url = fleet.url()
        where = {"PGHOST": f"{folder}/coordinator", "PGUSER": "tester", "PGDATABASE": "postgres", "PAGER": "cat"}
        screen(arguments.muster, url, arguments.rows, "muster")
        if fleet.pooler:
            screen(arguments.muster, fleet.pooled_url, arguments.rows, "muster, pgbouncer")
        peer("psql: the first page alone (LIMIT 30)", ["psql", "-X", url, "-c", f"{query} LIMIT 30"], where)
        peer("psql: the last page alone (ORDER BY id DESC LIMIT 30)",
             ["psql", "-X", url, "-c", f"{query} DESC LIMIT 30"], where)
        peer("psql: SELECT count(*)", ["psql", "-X", url, "-c", "SELECT count(*) FROM notes"], where)
        peer("muster -p -o tsv: all rows", [arguments.muster, "-p", "-o", "tsv", url, "notes"], where)
        peer("psql: COPY of all rows", ["psql", "-X", url, "-c", f"COPY ({query}) TO STDOUT"], where)
        peer("psql: all rows", ["psql", "-X", url, "-c", query], where)
        peer("pgcli: all rows", ["sh", "-c", f"echo '{query};' | pgcli -w --row-limit 0 '{url}'"], where)
        # VisiData opens only the tables of a single server.
        peer("VisiData: all rows, of psql --csv",
             ["sh", "-c", f"psql -X --csv '{url}' -c '{query}' | vd --batch -f csv -o {folder}/written.tsv -"], where)
    finally:
        if fleet:
            fleet.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
