#!/usr/bin/env python3
"""Compares the ranking of muster's picker with fzf's: how many of 50 queries have the same row, or an equal one, first.

    Scripts/rank-peers.py [MUSTER]

The list consists of all paths of this machine, and of typical names of branches. Takes about five minutes.
"""
import os
import shutil
import subprocess
import sys
import tempfile

BRANCHES = """main develop release/1.0 release/2.0 fix/pager fix/pager-tests feature/export-csv feature/login
hotfix/session-leak""".split()

# Words, abbreviations and parts of paths; the last ones are for branches.
QUERIES = """readme;license;makefile;setup.py;package.json;config;bashrc;passwd;sshd;libssl;libcurl;libncurses;
timezone;berlin;zoneinfo berlin;python json decoder;json decoder;jsndec;argparse;asyncio queue;unittest mock;unitmock;
collections abc;httpclient;http client py;urllib request;urlreq;numpy init;vec.rs;rustc;cargo toml;swift package;
usr bin git;git-rebase;gitrebase;man git;gitconfig;.pem;ca-certificates;systemd service;dbus;cron daily;locale;
etchosts;usrlibx;pager;fxpg;ftrexp;hotfix;develop""".replace("\n", "").split(";")


def lines():
    found = list(BRANCHES)
    for folder, names, files in os.walk("/"):
        if folder == "/":
            names[:] = [name for name in names if name not in ("proc", "sys", "dev", "tmp")]
        found += [os.path.join(folder, name) for name in names + files]
        if len(found) > 600_000:
            break
    return [line for line in found if line.isprintable()]


def first(command, text=None):
    output = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=False).stdout
    return output.split(b"\n")[0]


def fzf(query, text, *options):
    # muster does not distinguish upper and lower case.
    return first(["fzf", "-i", "--filter", query, *options], text)


def is_equal(query, one, other):
    """Whether fzf gives two rows the same score: it keeps either order."""
    orders = [(one, other), (other, one)]
    return all(fzf(query, b"\n".join(rows) + b"\n", "--tiebreak=index") == rows[0] for rows in orders)


def main():
    muster = sys.argv[1] if len(sys.argv) > 1 else "muster"
    if not shutil.which("fzf"):
        sys.exit("rank-peers.py: no fzf to compare with; see Scripts/bench-peers.sh")
    text = ("\n".join(lines()) + "\n").encode()
    same = 0
    with tempfile.NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        for query in QUERIES:
            theirs = fzf(query, text)
            ours = first([muster, "-p", "-1", "-f", "lines", "-q", query, file.name])
            if theirs == ours or is_equal(query, theirs, ours):
                same += 1
            else:
                print(f"{query}\n  fzf     {theirs.decode()}\n  muster  {ours.decode()}")
    print(f"{same} of {len(QUERIES)} among {text.count(10)} lines")


if __name__ == "__main__":
    main()
