
export type CatalogDuration = typeof CatalogDuration[keyof typeof CatalogDuration];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const CatalogDuration = {
  NUMBER_43200: 43200,
  NUMBER_86400: 86400,
  NUMBER_129600: 129600,
} as const;
