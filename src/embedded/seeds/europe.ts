import type { CountrySeed } from './country-seed';

export const EUROPE: CountrySeed[] = [
  {
    code: 'gb',
    name: 'United Kingdom',
    places:
      'England: London, Manchester, Birmingham, Leeds, Bristol; Scotland: Edinburgh, Glasgow; Wales: Cardiff; Northern Ireland: Belfast',
    homes: 'BT, Sky Broadband, Virgin Media, TalkTalk',
    carriers: 'EE, O2, Vodafone, Three',
    racks: 'London, Manchester',
  },
  {
    code: 'de',
    name: 'Germany',
    places:
      'Berlin: Berlin; Hesse: Frankfurt am Main; Bavaria: Munich, Nuremberg; Hamburg: Hamburg; North Rhine-Westphalia: Cologne, Düsseldorf; Saxony: Leipzig; Baden-Württemberg: Stuttgart',
    homes: 'Deutsche Telekom, Vodafone, 1&1, M-net',
    carriers: 'Telekom, Vodafone, O2',
    racks: 'Frankfurt am Main, Berlin, Nuremberg',
  },
  {
    code: 'fr',
    name: 'France',
    places:
      "Île-de-France: Paris, Versailles; Auvergne-Rhône-Alpes: Lyon, Grenoble; Provence-Alpes-Côte d'Azur: Marseille, Nice; Occitanie: Toulouse; Hauts-de-France: Lille, Roubaix; Nouvelle-Aquitaine: Bordeaux",
    homes: 'Orange, Free, SFR, Bouygues Telecom',
    carriers: 'Orange, SFR, Bouygues Telecom, Free Mobile',
    racks: 'Paris, Roubaix',
  },
  {
    code: 'nl',
    name: 'Netherlands',
    places:
      'North Holland: Amsterdam, Haarlem; South Holland: Rotterdam, The Hague; Utrecht: Utrecht; North Brabant: Eindhoven',
    homes: 'KPN, Ziggo, Odido',
    carriers: 'KPN, Vodafone, Odido',
    racks: 'Amsterdam, Rotterdam',
  },
  {
    code: 'be',
    name: 'Belgium',
    places: 'Brussels: Brussels; Flanders: Antwerp, Ghent; Wallonia: Liège, Charleroi',
    homes: 'Proximus, Telenet, VOO',
    carriers: 'Proximus, Orange, Base',
    racks: 'Brussels',
  },
  {
    code: 'es',
    name: 'Spain',
    places:
      'Community of Madrid: Madrid; Catalonia: Barcelona; Andalusia: Seville, Málaga; Valencian Community: Valencia; Basque Country: Bilbao',
    homes: 'Movistar, Orange, Vodafone, Digi',
    carriers: 'Movistar, Orange, Vodafone, Yoigo',
    racks: 'Madrid, Barcelona',
  },
  {
    code: 'pt',
    name: 'Portugal',
    places: 'Lisbon: Lisbon; Porto: Porto; Braga: Braga; Coimbra: Coimbra',
    homes: 'MEO, NOS, Vodafone',
    carriers: 'MEO, NOS, Vodafone',
    racks: 'Lisbon',
  },
  {
    code: 'it',
    name: 'Italy',
    places:
      'Lombardy: Milan, Bergamo; Lazio: Rome; Campania: Naples; Piedmont: Turin; Emilia-Romagna: Bologna; Tuscany: Florence; Sicily: Palermo',
    homes: 'TIM, Fastweb, Vodafone, Windtre',
    carriers: 'TIM, Vodafone, Windtre, Iliad',
    racks: 'Milan, Rome',
  },
  {
    code: 'ch',
    name: 'Switzerland',
    places:
      'Zurich: Zurich, Winterthur; Geneva: Geneva; Basel-Stadt: Basel; Bern: Bern; Vaud: Lausanne',
    homes: 'Swisscom, Sunrise, Init7',
    carriers: 'Swisscom, Sunrise, Salt',
    racks: 'Zurich, Geneva',
  },
  {
    code: 'at',
    name: 'Austria',
    places:
      'Vienna: Vienna; Styria: Graz; Upper Austria: Linz; Salzburg: Salzburg; Tyrol: Innsbruck',
    homes: 'A1, Magenta',
    carriers: 'A1, Magenta, Drei',
    racks: 'Vienna',
  },
  {
    code: 'ie',
    name: 'Ireland',
    places: 'Leinster: Dublin; Munster: Cork, Limerick; Connacht: Galway',
    homes: 'Eir, Virgin Media, Sky Ireland',
    carriers: 'Eir, Vodafone, Three',
    racks: 'Dublin',
  },
  {
    code: 'se',
    name: 'Sweden',
    places:
      'Stockholm: Stockholm; Västra Götaland: Gothenburg; Skåne: Malmö, Lund; Uppsala: Uppsala',
    homes: 'Telia, Bahnhof, Tele2',
    carriers: 'Telia, Tele2, Telenor, Tre',
    racks: 'Stockholm',
  },
  {
    code: 'no',
    name: 'Norway',
    places: 'Oslo: Oslo; Vestland: Bergen; Trøndelag: Trondheim; Rogaland: Stavanger',
    homes: 'Telenor, Altibox, Telia',
    carriers: 'Telenor, Telia, Ice',
    racks: 'Oslo',
  },
  {
    code: 'dk',
    name: 'Denmark',
    places:
      'Capital Region: Copenhagen; Central Jutland: Aarhus; Southern Denmark: Odense; North Jutland: Aalborg',
    homes: 'TDC NET, Norlys, Hiper',
    carriers: 'TDC NET, Norlys, Telenor, 3',
    racks: 'Copenhagen',
  },
  {
    code: 'fi',
    name: 'Finland',
    places:
      'Uusimaa: Helsinki, Espoo; Pirkanmaa: Tampere; Southwest Finland: Turku; North Ostrobothnia: Oulu',
    homes: 'Elisa, DNA, Telia',
    carriers: 'Elisa, DNA, Telia',
    racks: 'Helsinki',
  },
  {
    code: 'pl',
    name: 'Poland',
    places:
      'Masovia: Warsaw; Lesser Poland: Kraków; Lower Silesia: Wrocław; Greater Poland: Poznań; Pomerania: Gdańsk; Łódź: Łódź',
    homes: 'Orange, UPC, Vectra, Netia',
    carriers: 'Orange, Play, Plus, T-Mobile',
    racks: 'Warsaw',
  },
  {
    code: 'cz',
    name: 'Czechia',
    places: 'Prague: Prague; South Moravia: Brno; Moravia-Silesia: Ostrava; Plzeň: Plzeň',
    homes: 'O2, Vodafone, T-Mobile',
    carriers: 'O2, Vodafone, T-Mobile',
    racks: 'Prague',
  },
  {
    code: 'hu',
    name: 'Hungary',
    places: 'Budapest: Budapest; Hajdú-Bihar: Debrecen; Csongrád-Csanád: Szeged; Baranya: Pécs',
    homes: 'Magyar Telekom, One, Digi',
    carriers: 'Magyar Telekom, Yettel, One',
    racks: 'Budapest',
  },
  {
    code: 'ro',
    name: 'Romania',
    places: 'Bucharest: Bucharest; Cluj: Cluj-Napoca; Timiș: Timișoara; Iași: Iași; Brașov: Brașov',
    homes: 'Digi, Orange, Vodafone',
    carriers: 'Orange, Vodafone, Digi',
    racks: 'Bucharest',
  },
  {
    code: 'bg',
    name: 'Bulgaria',
    places: 'Sofia City: Sofia; Plovdiv: Plovdiv; Varna: Varna; Burgas: Burgas',
    homes: 'Vivacom, A1, Bulsatcom',
    carriers: 'A1, Yettel, Vivacom',
    racks: 'Sofia',
  },
  {
    code: 'gr',
    name: 'Greece',
    places:
      'Attica: Athens, Piraeus; Central Macedonia: Thessaloniki; Western Greece: Patras; Crete: Heraklion',
    homes: 'Cosmote, Nova, Vodafone',
    carriers: 'Cosmote, Nova, Vodafone',
    racks: 'Athens',
  },
  {
    code: 'ua',
    name: 'Ukraine',
    places: 'Kyiv: Kyiv; Lviv: Lviv; Odesa: Odesa; Kharkiv: Kharkiv; Dnipropetrovsk: Dnipro',
    homes: 'Kyivstar, Ukrtelecom, Volia',
    carriers: 'Kyivstar, Vodafone, lifecell',
    racks: 'Kyiv',
  },
  {
    code: 'lt',
    name: 'Lithuania',
    places: 'Vilnius: Vilnius; Kaunas: Kaunas; Klaipėda: Klaipėda',
    homes: 'Telia, Cgates, Init',
    carriers: 'Telia, Bitė, Tele2',
    racks: 'Vilnius',
  },
  {
    code: 'tr',
    name: 'Türkiye',
    places:
      'Istanbul: Istanbul; Ankara: Ankara; İzmir: İzmir; Bursa: Bursa; Antalya: Antalya; Adana: Adana',
    homes: 'Türk Telekom, Turkcell Superonline, TurkNet',
    carriers: 'Turkcell, Vodafone, Türk Telekom',
    racks: 'Istanbul',
  },
];
