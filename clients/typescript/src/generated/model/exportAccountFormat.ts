
export type ExportAccountFormat = typeof ExportAccountFormat[keyof typeof ExportAccountFormat];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ExportAccountFormat = {
  json: 'json',
  csv: 'csv',
} as const;
