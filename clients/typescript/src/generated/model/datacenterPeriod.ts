
export type DatacenterPeriod = typeof DatacenterPeriod[keyof typeof DatacenterPeriod];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const DatacenterPeriod = {
  NUMBER_43200: 43200,
  NUMBER_86400: 86400,
  NUMBER_129600: 129600,
} as const;
