#!/usr/bin/env bash
# Creates an SQLite file of 100,000 parcels in the cache directory, on the first run, and shows it with muster
# while another program writes to it.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/bootstrap.sh" database
muster=$("$here/build-program.sh" --quick muster)

folder=${XDG_CACHE_HOME:-$HOME/.cache}/listkit
database=$folder/parcels.sqlite
mkdir -p "$folder"
if [ ! -f "$database" ]; then
  echo "Making $database" >&2
  draft=$(mktemp "$folder/parcels.XXXXXX")
  sqlite3 "$draft" <"$here/parcels.sql" >/dev/null
  mv "$draft" "$database"
fi

# Adds a parcel, or advances the state of another.
write() {
  while sleep 0.4; do
    sqlite3 "$database" "PRAGMA busy_timeout = 5000;
      INSERT INTO parcel (code, recipient, street, city, country, grams, status, updated)
        SELECT 'XX' || abs(random() % 9000000), recipient, street, city, country, grams, 'announced', strftime('%Y-%m-%d %H:%M', 'now')
        FROM parcel WHERE id = 1 + abs(random() % 90000) AND random() % 3 = 0;
      UPDATE parcel SET updated = strftime('%Y-%m-%d %H:%M', 'now'), status = CASE status WHEN 'announced' THEN 'collected'
          WHEN 'collected' THEN 'in transit' WHEN 'in transit' THEN 'out for delivery' ELSE 'delivered' END
        WHERE id = (SELECT max(id) FROM parcel) - abs(random() % 30) AND status <> 'delivered'" >/dev/null 2>&1 || true
  done
}
write &
writer=$!
trap 'kill "$writer" 2>/dev/null || true' EXIT
"$muster" "$database" parcel --last "$@"
