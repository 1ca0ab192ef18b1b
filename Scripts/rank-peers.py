#!/usr/bin/env python3
"""Compares the ranking of muster's pickers with fzf's: how many of 50 queries have the same row, or an equal one, first.

    Scripts/rank-peers.py [MUSTER]

There are 50 queries of all paths of this machine and of typical names of branches, and 50 of what the keys that
muster --shell prints show: commands of a history, files and directories. fzf gets the options with which its own keys start it.
Takes about five minutes.
"""
import hashlib
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


# What is typed after ctrl-r, ctrl-t and alt-c.
HISTORY_QUERIES = """git push;gpush;docker run;dkrun;kubectl get pods;kgp;ssh web;make test;swift build;swbd;commit fix;
rebase main;grep TODO;curl json;tar xz;find name;rsync;python manage;npm run;systemctl nginx""".replace("\n", "").split(";")
FILE_QUERIES = """readme;main.c;decoder;jsndec;config h;pager;lib queue;test mock;asynq;setup;cargo;index.html;
utils py;initpy;changelog""".replace("\n", "").split(";")
FOLDER_QUERIES = """include;python;libjson;docs;bin;lib python;locale de;localede;systemd;zoneinfo;share man;
shman;ssl;x86;unicode""".replace("\n", "").split(";")


def history():
    """Commands as of a history, the latest first, each once."""
    verbs = {
        "git": "push,push --force-with-lease,commit -m 'fix the pager',commit --amend,rebase -i main,rebase main,status,"
        "log --oneline,checkout main,checkout -b feature/login,pull --rebase,stash pop".split(","),
        "docker": ["run --rm -it debian bash", "run -d nginx", "ps -a", "compose up", "logs -f web"],
        "kubectl": ["get pods", "get pods -A", "get svc", "logs -f web-1", "describe pod web-1", "delete pod web-1"],
        "ssh": ["web1", "web2", "root@web-1.example.org", "db1"],
        "make": ["test", "build", "install PREFIX=~/.local", "-j8 test"],
        "swift": ["build", "build -c release", "test --filter Pager", "package update"],
        "grep": ["-rn TODO Sources", "-rn TODO .", "-i error /var/log/syslog"],
        "curl": ["-s https://example.org/a.json", "-sL https://example.org/b.json | jq .", "-O https://example.org/c.tar.xz"],
        "tar": ["xzf archive.tar.gz", "cJf backup.tar.xz src", "xJf c.tar.xz"],
        "find": [". -name '*.swift'", ". -type d -name build", "/ -name nginx.conf"],
        "rsync": ["-a src/ backup/", "-avz web1:/srv ./srv"],
        "python3": ["manage.py migrate", "manage.py runserver", "-m http.server"],
        "npm": ["run build", "run test", "install"],
        "systemctl": ["status nginx", "restart nginx", "--failed", "list-units"],
        "vim": ["README.md", "src/pager.c", "~/.bashrc"],
        "cd": ["src", "..", "~/projects/listkit", "/var/log"],
    }
    commands = [f"{program} {words}" for program, all in verbs.items() for words in all]
    # In an order that has nothing to do with the words.
    return sorted(commands, key=lambda command: hashlib.sha256(command.encode()).digest())


def below(top, kinds):
    """Paths below a directory as find prints them for the keys: without hidden ones, relative to it."""
    found = []
    for folder, folders, files in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names = folders + files * (kinds == "f")
        found += [os.path.relpath(os.path.join(folder, name), top) for name in names if not name.startswith(".")]
        if len(found) > 100_000:
            break
    return [path for path in found if path.isprintable()]


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


def compare(muster, title, lists):
    """Prints how many queries have the same first row.

    lists: tuples of lines, queries, options of fzf, and options of muster.
    """
    same = count = rows = 0
    for lines, queries, options, own in lists:
        text = ("\n".join(lines) + "\n").encode()
        rows += len(lines)
        with tempfile.NamedTemporaryFile() as file:
            file.write(text)
            file.flush()
            for query in queries:
                theirs = fzf(query, text, *options)
                ours = first([muster, "-p", "-1", "-f", "lines", *own, "-q", query, file.name])
                count += 1
                if theirs == ours or not options and is_equal(query, theirs, ours):
                    same += 1
                else:
                    print(f"{query}\n  fzf     {theirs.decode()}\n  muster  {ours.decode()}")
    print(f"{title}: {same} of {count} among {rows} lines", flush=True)


def main():
    muster = sys.argv[1] if len(sys.argv) > 1 else "muster"
    if not shutil.which("fzf"):
        sys.exit("rank-peers.py: no fzf to compare with; see Scripts/bench-peers.sh")
    keys = [
        # The latest of equal commands comes first, in fzf's keys as in muster's.
        (history(), HISTORY_QUERIES, ["--scheme=history"], ["--keep-order"]),
        (below("/usr", "f"), FILE_QUERIES, [], []),
        (below("/usr", "d"), FOLDER_QUERIES, [], []),
    ]
    compare(muster, "keys of the shell", keys)
    compare(muster, "all paths", [(lines(), QUERIES, [], [])])


if __name__ == "__main__":
    main()
