
export type DatacenterProduct = typeof DatacenterProduct[keyof typeof DatacenterProduct];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const DatacenterProduct = {
  individual_ipv4: 'individual_ipv4',
} as const;
