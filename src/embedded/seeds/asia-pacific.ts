import type { CountrySeed } from './country-seed';

export const ASIA_PACIFIC: CountrySeed[] = [
  {
    code: 'in',
    name: 'India',
    places:
      'Maharashtra: Mumbai, Pune; Delhi: New Delhi; Karnataka: Bengaluru; Tamil Nadu: Chennai; Telangana: Hyderabad; West Bengal: Kolkata; Gujarat: Ahmedabad; Rajasthan: Jaipur',
    homes: 'JioFiber, Airtel, BSNL, ACT Fibernet',
    carriers: 'Jio, Airtel, Vi, BSNL',
    racks: 'Mumbai, Chennai',
  },
  {
    code: 'pk',
    name: 'Pakistan',
    places:
      'Punjab: Lahore, Rawalpindi; Sindh: Karachi; Islamabad: Islamabad; Khyber Pakhtunkhwa: Peshawar',
    homes: 'PTCL, Nayatel, StormFiber',
    carriers: 'Jazz, Telenor, Zong, Ufone',
    racks: 'Karachi',
  },
  {
    code: 'bd',
    name: 'Bangladesh',
    places: 'Dhaka: Dhaka; Chattogram: Chattogram; Khulna: Khulna; Sylhet: Sylhet',
    homes: 'Link3, Amber IT, BTCL',
    carriers: 'Grameenphone, Robi, Banglalink, Teletalk',
    racks: 'Dhaka',
  },
  {
    code: 'lk',
    name: 'Sri Lanka',
    places: 'Western: Colombo, Negombo; Central: Kandy; Southern: Galle',
    homes: 'SLT-Mobitel, Dialog',
    carriers: 'Dialog, SLT-Mobitel, Hutch, Airtel',
    racks: 'Colombo',
  },
  {
    code: 'id',
    name: 'Indonesia',
    places:
      'Jakarta: Jakarta; West Java: Bandung, Bekasi; East Java: Surabaya; North Sumatra: Medan; Bali: Denpasar; South Sulawesi: Makassar',
    homes: 'IndiHome, Biznet, First Media',
    carriers: 'Telkomsel, Indosat, XL',
    racks: 'Jakarta',
  },
  {
    code: 'my',
    name: 'Malaysia',
    places:
      'Kuala Lumpur: Kuala Lumpur; Selangor: Shah Alam, Petaling Jaya; Penang: George Town; Johor: Johor Bahru',
    homes: 'Unifi, Maxis, TIME',
    carriers: 'Maxis, CelcomDigi, U Mobile',
    racks: 'Kuala Lumpur',
  },
  {
    code: 'sg',
    name: 'Singapore',
    places: 'Central: Singapore; East: Tampines; West: Jurong East',
    homes: 'Singtel, StarHub, M1',
    carriers: 'Singtel, StarHub, M1, Simba',
    racks: 'Singapore',
  },
  {
    code: 'th',
    name: 'Thailand',
    places:
      'Bangkok: Bangkok; Chiang Mai: Chiang Mai; Phuket: Phuket; Chonburi: Pattaya; Khon Kaen: Khon Kaen',
    homes: 'True, AIS Fibre, 3BB',
    carriers: 'AIS, True, dtac',
    racks: 'Bangkok',
  },
  {
    code: 'vn',
    name: 'Vietnam',
    places:
      'Hanoi: Hanoi; Ho Chi Minh City: Ho Chi Minh City; Da Nang: Da Nang; Hai Phong: Hai Phong; Can Tho: Can Tho',
    homes: 'Viettel, VNPT, FPT Telecom',
    carriers: 'Viettel, Vinaphone, Mobifone',
    racks: 'Hanoi, Ho Chi Minh City',
  },
  {
    code: 'ph',
    name: 'Philippines',
    places:
      'Metro Manila: Manila, Quezon City, Makati; Cebu: Cebu City; Davao del Sur: Davao City; Iloilo: Iloilo City',
    homes: 'PLDT, Converge, Globe',
    carriers: 'Globe, Smart, DITO',
    racks: 'Manila',
  },
  {
    code: 'jp',
    name: 'Japan',
    places:
      'Tokyo: Tokyo; Osaka: Osaka; Aichi: Nagoya; Kanagawa: Yokohama; Fukuoka: Fukuoka; Hokkaido: Sapporo; Kyoto: Kyoto',
    homes: 'NTT, KDDI, SoftBank, So-net',
    carriers: 'NTT Docomo, au, SoftBank, Rakuten Mobile',
    racks: 'Tokyo, Osaka',
  },
  {
    code: 'kr',
    name: 'South Korea',
    places:
      'Seoul: Seoul; Busan: Busan; Incheon: Incheon; Daegu: Daegu; Daejeon: Daejeon; Gyeonggi: Suwon',
    homes: 'KT, SK Broadband, LG U+',
    carriers: 'SK Telecom, KT, LG U+',
    racks: 'Seoul',
  },
  {
    code: 'tw',
    name: 'Taiwan',
    places:
      'Taipei: Taipei; New Taipei: New Taipei; Taichung: Taichung; Kaohsiung: Kaohsiung; Tainan: Tainan',
    homes: 'Chunghwa Telecom, Taiwan Broadband, kbro',
    carriers: 'Chunghwa Telecom, Taiwan Mobile, FarEasTone',
    racks: 'Taipei',
  },
  {
    code: 'hk',
    name: 'Hong Kong',
    places: 'Hong Kong Island: Central; Kowloon: Kowloon; New Territories: Sha Tin, Tsuen Wan',
    homes: 'HKT, HKBN, HGC',
    carriers: 'CSL, SmarTone, 3, China Mobile',
    racks: 'Central',
  },
  {
    code: 'au',
    name: 'Australia',
    places:
      'New South Wales: Sydney, Newcastle; Victoria: Melbourne; Queensland: Brisbane; Western Australia: Perth; South Australia: Adelaide',
    homes: 'Telstra, Optus, TPG, Aussie Broadband',
    carriers: 'Telstra, Optus, Vodafone',
    racks: 'Sydney, Melbourne',
  },
  {
    code: 'nz',
    name: 'New Zealand',
    places:
      'Auckland: Auckland; Wellington: Wellington; Canterbury: Christchurch; Waikato: Hamilton',
    homes: 'Spark, One NZ, 2degrees',
    carriers: 'Spark, One NZ, 2degrees',
    racks: 'Auckland',
  },
  {
    code: 'ae',
    name: 'United Arab Emirates',
    places: 'Dubai: Dubai; Abu Dhabi: Abu Dhabi, Al Ain; Sharjah: Sharjah',
    homes: 'Etisalat, du',
    carriers: 'Etisalat, du',
    racks: 'Dubai',
  },
  {
    code: 'sa',
    name: 'Saudi Arabia',
    places: 'Riyadh: Riyadh; Makkah: Jeddah, Mecca; Eastern Province: Dammam; Madinah: Medina',
    homes: 'STC, Mobily, Salam',
    carriers: 'STC, Mobily, Zain',
    racks: 'Riyadh',
  },
  {
    code: 'il',
    name: 'Israel',
    places: 'Tel Aviv: Tel Aviv; Jerusalem: Jerusalem; Haifa: Haifa; Southern: Beersheba',
    homes: 'Bezeq, HOT, Partner',
    carriers: 'Cellcom, Partner, Pelephone',
    racks: 'Tel Aviv',
  },
  {
    code: 'kz',
    name: 'Kazakhstan',
    places: 'Almaty: Almaty; Astana: Astana; Shymkent: Shymkent; Karaganda: Karaganda',
    homes: 'Kazakhtelecom, Beeline',
    carriers: 'Kcell, Beeline, Tele2',
    racks: 'Almaty',
  },
];
