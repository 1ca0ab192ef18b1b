#!/usr/bin/env python3
"""Lists the components of the programs, with their versions and licences.

  Packaging/notices.py VERSION LIBSIMDJSON notices|spdx

Reads Packaging/dependencies.json, the checkouts of .build/programs, the packages of Debian and the toolchain.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

version, simdjson, form = sys.argv[1:4]
root = pathlib.Path(__file__).resolve().parent.parent


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def debian(name, licence):
    """A component from a Debian package."""
    found = run("dpkg-query", "-W", "-f", "${Package} ${Version}\n", name).split()
    text = pathlib.Path(f"/usr/share/doc/{found[0].split(':')[0]}/copyright").read_text()
    return {"name": found[0], "version": found[1], "licence": licence, "text": text,
            "source": f"Debian package {found[0]}"}


def parts():
    swift = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    toolchain = pathlib.Path(os.path.realpath(run("which", "swift").strip())).parent.parent
    yield {"name": "swift-runtime", "version": swift, "licence": "Apache-2.0 WITH Swift-exception",
           "text": (toolchain / "share/swift/LICENSE.txt").read_text(), "source": "https://www.swift.org"}
    for pin in json.loads((root / "Packaging/dependencies.json").read_text())["pins"]:
        checkout = root / ".build/programs/checkouts" / pin["location"].rsplit("/", 1)[1].removesuffix(".git")
        revision = run("git", "-C", str(checkout), "rev-parse", "HEAD").strip() if checkout.is_dir() else "missing"
        if revision != pin["state"]["revision"]:
            sys.exit(f"notices.py: {checkout} is {revision}, not {pin['state']['revision']} of Packaging/dependencies.json")
        yield {"name": pin["identity"], "version": pin["state"]["version"], "licence": "Apache-2.0 WITH Swift-exception",
               "text": next(checkout.glob("LICENSE*")).read_text(), "source": pin["location"]}
    yield debian("libncurses-dev", "X11-distribute-modifications-variant")
    owner = run("dpkg", "-S", os.path.realpath(simdjson)).split(":")[0]
    yield debian(owner, "Apache-2.0")


found = sorted(parts(), key=lambda part: part["name"])
if form == "notices":
    print("muster and tui-demo contain:\n")
    for part in found:
        print(f"  {part['name']} {part['version']} ({part['licence']}), {part['source']}")
    texts = {}
    for part in found:
        texts.setdefault(part["text"].strip(), []).append(part["name"])
    for text, names in texts.items():
        print(f"\n{'-' * 80}\n{', '.join(names)}:\n\n{text}")
else:
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages = [{"name": "listkit", "version": version, "licence": "MIT", "source": "NOASSERTION"}] + found
    identity = {part["name"]: "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", part["name"]) for part in packages}
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"listkit-{version}", "documentNamespace": f"https://spdx.org/spdxdocs/listkit-{version}-{int(time.timestamp())}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: Packaging/notices.py"]},
        "packages": [{
            "SPDXID": identity[part["name"]], "name": part["name"], "versionInfo": part["version"],
            "downloadLocation": part["source"] if part["source"].startswith("http") else "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": part["licence"], "licenseDeclared": part["licence"],
            "copyrightText": "NOASSERTION",
        } for part in packages],
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                           "relatedSpdxElement": identity["listkit"]}]
        + [{"spdxElementId": identity["listkit"], "relationshipType": "CONTAINS",
            "relatedSpdxElement": identity[part["name"]]} for part in found],
    }, sys.stdout, indent=1)
    print()
