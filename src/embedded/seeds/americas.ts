import type { CountrySeed } from './country-seed';

export const AMERICAS: CountrySeed[] = [
  {
    code: 'us',
    name: 'United States',
    places:
      'New York: New York, Buffalo; California: Los Angeles, San Francisco, San Diego; Texas: Dallas, Houston, Austin; Florida: Miami, Orlando; Illinois: Chicago; Georgia: Atlanta; Washington: Seattle; Virginia: Ashburn; Massachusetts: Boston; Arizona: Phoenix',
    homes: 'Comcast, Spectrum, AT&T, Verizon Fios, Cox',
    carriers: 'Verizon, AT&T, T-Mobile',
    racks: 'Ashburn, Dallas, Los Angeles, New York',
  },
  {
    code: 'ca',
    name: 'Canada',
    places:
      'Ontario: Toronto, Ottawa; Quebec: Montreal, Quebec City; British Columbia: Vancouver; Alberta: Calgary, Edmonton; Manitoba: Winnipeg',
    homes: 'Rogers, Bell, Telus, Vidéotron',
    carriers: 'Rogers, Bell, Telus, Freedom Mobile',
    racks: 'Toronto, Montreal',
  },
  {
    code: 'mx',
    name: 'Mexico',
    places:
      'Mexico City: Mexico City; Jalisco: Guadalajara; Nuevo León: Monterrey; Puebla: Puebla; Querétaro: Querétaro; Baja California: Tijuana',
    homes: 'Telmex, Totalplay, Izzi, Megacable',
    carriers: 'Telcel, AT&T, Movistar',
    racks: 'Querétaro, Mexico City',
  },
  {
    code: 'br',
    name: 'Brazil',
    places:
      'São Paulo: São Paulo, Campinas; Rio de Janeiro: Rio de Janeiro; Minas Gerais: Belo Horizonte; Paraná: Curitiba; Rio Grande do Sul: Porto Alegre; Bahia: Salvador; Ceará: Fortaleza; Federal District: Brasília',
    homes: 'Claro, Vivo, Oi, TIM',
    carriers: 'Vivo, Claro, TIM',
    racks: 'São Paulo, Fortaleza',
  },
  {
    code: 'ar',
    name: 'Argentina',
    places:
      'Buenos Aires City: Buenos Aires; Buenos Aires: La Plata, Mar del Plata; Córdoba: Córdoba; Santa Fe: Rosario; Mendoza: Mendoza',
    homes: 'Fibertel, Movistar, Telecentro',
    carriers: 'Claro, Movistar, Personal',
    racks: 'Buenos Aires',
  },
  {
    code: 'cl',
    name: 'Chile',
    places: 'Santiago Metropolitan: Santiago; Valparaíso: Valparaíso; Biobío: Concepción',
    homes: 'VTR, Movistar, Mundo',
    carriers: 'Entel, Movistar, Claro, WOM',
    racks: 'Santiago',
  },
  {
    code: 'co',
    name: 'Colombia',
    places: 'Bogotá: Bogotá; Antioquia: Medellín; Valle del Cauca: Cali; Atlántico: Barranquilla',
    homes: 'Claro, Tigo, Movistar, ETB',
    carriers: 'Claro, Movistar, Tigo',
    racks: 'Bogotá',
  },
  {
    code: 'pe',
    name: 'Peru',
    places: 'Lima: Lima; Arequipa: Arequipa; La Libertad: Trujillo; Cusco: Cusco',
    homes: 'Movistar, Claro, Win',
    carriers: 'Claro, Movistar, Entel, Bitel',
    racks: 'Lima',
  },
  {
    code: 'ec',
    name: 'Ecuador',
    places: 'Pichincha: Quito; Guayas: Guayaquil; Azuay: Cuenca',
    homes: 'Netlife, CNT, Claro',
    carriers: 'Claro, Movistar, CNT',
    racks: 'Quito',
  },
  {
    code: 'pa',
    name: 'Panama',
    places: 'Panamá: Panama City; Colón: Colón; Chiriquí: David',
    homes: 'Tigo, +Móvil',
    carriers: 'Tigo, +Móvil, Digicel',
    racks: 'Panama City',
  },
];
