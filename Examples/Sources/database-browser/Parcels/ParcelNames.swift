/// What made-up parcels are made up from.
enum ParcelNames {
  static let given = [
    "Ada", "Ahmed", "Aiko", "Alba", "Amara", "Anaïs", "Anders", "Anika", "Arjun", "Åsa", "Beatriz", "Bruno",
    "Chiara",
    "Chloé", "Dagny", "Daniela", "Darius", "Elif", "Emeka", "Erik", "Farah", "Félix", "Fiona", "Goran",
    "Greta",
    "Hanna", "Hiroshi", "Ines", "Ivan", "Jana", "Jaime", "Jun", "Kalle", "Karin", "Leila", "Lena", "Liam",
    "Lucía",
    "Maja", "Malik", "Mateo", "Mei", "Mira", "Nadia", "Niels", "Noor", "Olga", "Oskar", "Paula", "Petr",
    "Priya",
    "Rafael", "Renée", "Rosa", "Sami", "Sanne", "Sofia", "Søren", "Tariq", "Tilda", "Uma", "Viktor", "Wanda",
    "Yara",
    "Yusuf", "Zoë",
  ]

  static let family = [
    "Abbas", "Acosta", "Adeyemi", "Andersson", "Arslan", "Baker", "Bauer", "Bianchi", "Bondarenko", "Brandt",
    "Castro",
    "Chen", "Costa", "Dahl", "Dubois", "Duval", "Eriksen", "Esposito", "Fischer", "Fontaine", "Fujita",
    "García",
    "Haddad", "Hansen", "Horvat", "Ibrahim", "Iversen", "Jansen", "Jovanović", "Kaya", "Keller", "Kowalski",
    "Kumar",
    "Larsen", "Lehmann", "Lindgren", "López", "Marino", "Martin", "Meyer", "Mikkelsen", "Moreau", "Müller",
    "Nakamura",
    "Nguyen", "Novák", "Nowak", "O’Brien", "Okafor", "Olsen", "Papadakis", "Pereira", "Petrov", "Rossi",
    "Sato",
    "Schmidt", "Silva", "Singh", "Suzuki", "Tanaka", "Torres", "Virtanen", "Vogel", "Weber", "Wójcik",
    "Yılmaz",
  ]

  static let streets = [
    "Acacia Avenue", "Alder Road", "Amber Lane", "Birch Street", "Bridge Street", "Calle Mayor",
    "Castle Hill",
    "Chapel Row", "Cherry Lane", "Church Street", "Dorfstraße", "Elm Grove", "Fjordveien", "Gartenweg",
    "Hafenstraße",
    "Harbour Road", "High Street", "Hill Rise", "Kirkegata", "Lindenallee", "Long Acre", "Market Place",
    "Mill Lane",
    "Nørregade", "Oak Drive", "Orchard Close", "Park Road", "Pine Walk", "Quai du Port", "River View",
    "Rue de la Gare",
    "Rue des Lilas", "School Lane", "Spring Gardens", "Station Road", "Storgatan", "Sunset Boulevard",
    "Ulica Długa",
    "Via Roma", "Viale Europa", "Waterloo Road", "Willow Way",
  ]

  static let cities = [
    ("Aarhus", "Denmark"), ("Athens", "Greece"), ("Barcelona", "Spain"), ("Basel", "Switzerland"),
    ("Bergen", "Norway"), ("Berlin", "Germany"), ("Bern", "Switzerland"), ("Bologna", "Italy"),
    ("Bordeaux", "France"), ("Bratislava", "Slovakia"), ("Brno", "Czechia"), ("Brussels", "Belgium"),
    ("Budapest", "Hungary"), ("Cluj-Napoca", "Romania"), ("Copenhagen", "Denmark"), ("Cork", "Ireland"),
    ("Dresden", "Germany"), ("Dublin", "Ireland"), ("Edinburgh", "United Kingdom"), ("Gdańsk", "Poland"),
    ("Geneva", "Switzerland"), ("Ghent", "Belgium"), ("Gothenburg", "Sweden"), ("Graz", "Austria"),
    ("Hamburg", "Germany"), ("Helsinki", "Finland"), ("İzmir", "Türkiye"), ("Kraków", "Poland"),
    ("Lisbon", "Portugal"), ("Ljubljana", "Slovenia"), ("Lyon", "France"), ("Madrid", "Spain"),
    ("Malmö", "Sweden"), ("Munich", "Germany"), ("Naples", "Italy"), ("Oslo", "Norway"),
    ("Porto", "Portugal"), ("Prague", "Czechia"), ("Riga", "Latvia"), ("Rotterdam", "Netherlands"),
    ("Seville", "Spain"), ("Split", "Croatia"), ("Tallinn", "Estonia"), ("Tampere", "Finland"),
    ("Thessaloniki", "Greece"), ("Turin", "Italy"), ("Vienna", "Austria"), ("Vilnius", "Lithuania"),
    ("Warsaw", "Poland"), ("Zagreb", "Croatia"), ("Zürich", "Switzerland"),
  ]
}
