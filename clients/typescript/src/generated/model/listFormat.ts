
export type ListFormat = typeof ListFormat[keyof typeof ListFormat];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ListFormat = {
  txt: 'txt',
  csv: 'csv',
  json: 'json',
} as const;
