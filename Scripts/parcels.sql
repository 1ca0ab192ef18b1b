-- 100,000 parcels in delivery: the same ones each time.
PRAGMA journal_mode = wal;
BEGIN;
CREATE TABLE parcel (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL, recipient TEXT NOT NULL, street TEXT NOT NULL, city TEXT NOT NULL,
  country TEXT NOT NULL, grams INTEGER NOT NULL, status TEXT NOT NULL, updated TEXT NOT NULL);

CREATE TEMP TABLE given AS SELECT key AS k, value AS v FROM json_each('["Ada", "Ahmed", "Aiko", "Amara", "Anders", "Beatriz",
  "Chiara", "Chloé", "Daniela", "Elif", "Emeka", "Farah", "Félix", "Goran", "Hanna", "Hiroshi", "Ines", "Jana", "Jun", "Karin",
  "Leila", "Lucía", "Mateo", "Mei", "Nadia", "Noor", "Olga", "Priya", "Renée", "Søren", "Tariq", "Uma", "Viktor", "Zoë"]');
CREATE TEMP TABLE family AS SELECT key AS k, value AS v FROM json_each('["Abbas", "Acosta", "Andersson", "Bauer", "Brandt", "Chen",
  "Costa", "Dubois", "Esposito", "Fischer", "García", "Haddad", "Hansen", "Horvat", "Ibrahim", "Kaya", "Kowalski", "Kumar",
  "Lindgren", "López", "Moreau", "Müller", "Nakamura", "Nguyen", "Novák", "Okafor", "Pereira", "Rossi", "Schmidt", "Singh",
  "Tanaka", "Vogel", "Yılmaz"]');
CREATE TEMP TABLE street AS SELECT key AS k, value AS v FROM json_each('["Alder Road", "Birch Street", "Calle Mayor", "Cherry Lane",
  "Dorfstraße", "Fjordveien", "Gartenweg", "Harbour Road", "Kirkegata", "Lindenallee", "Market Place", "Mill Lane", "Nørregade",
  "Quai du Port", "Rue de la Gare", "Station Road", "Storgatan", "Ulica Długa", "Via Roma"]');
CREATE TEMP TABLE town AS SELECT key AS k, value ->> 0 AS v, value ->> 1 AS c FROM json_each('[["Aarhus", "Denmark"],
  ["Athens", "Greece"], ["Barcelona", "Spain"], ["Bergen", "Norway"], ["Berlin", "Germany"], ["Bologna", "Italy"],
  ["Bordeaux", "France"], ["Bratislava", "Slovakia"], ["Brussels", "Belgium"], ["Budapest", "Hungary"], ["Dresden", "Germany"],
  ["Dublin", "Ireland"], ["Gdańsk", "Poland"], ["Geneva", "Switzerland"], ["Graz", "Austria"], ["Hamburg", "Germany"],
  ["Kraków", "Poland"], ["Lisbon", "Portugal"], ["Ljubljana", "Slovenia"], ["Lyon", "France"], ["Malmö", "Sweden"],
  ["Munich", "Germany"], ["Porto", "Portugal"], ["Prague", "Czechia"], ["Rotterdam", "Netherlands"], ["Seville", "Spain"],
  ["Tallinn", "Estonia"], ["Tampere", "Finland"], ["Turin", "Italy"], ["Vienna", "Austria"], ["Zürich", "Switzerland"]]');

-- A number that looks random, computed from the row's number.
CREATE TEMP TABLE dice AS
  WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 100000)
  SELECT n, n * 2654435761 % 4294967291 AS a, n * 2246822519 % 4294967279 AS b FROM c;

INSERT INTO parcel
  SELECT n, char(65 + a % 26, 65 + b % 26) || (1000000 + a % 9000000), given.v || ' ' || family.v, street.v || ' ' || (1 + b % 180),
    town.v, town.c, 80 + (a % 1000) * (a % 1000) * (b % 24) / 1000,
    CASE WHEN n < 98500 THEN 'delivered' WHEN n < 98800 THEN 'out for delivery' WHEN n < 99300 THEN 'in transit'
      WHEN n < 99700 THEN 'collected' ELSE 'announced' END,
    strftime('%Y-%m-%d %H:%M', '2025-01-01', (n * 265) || ' seconds')
  FROM dice
    JOIN given ON given.k = a / 7 % 34 JOIN family ON family.k = b / 11 % 33 JOIN street ON street.k = a / 13 % 19
    JOIN town ON town.k = b / 17 % 31;

CREATE VIEW under_way AS SELECT id, code, recipient, city, status, updated FROM parcel WHERE status <> 'delivered';
COMMIT;
