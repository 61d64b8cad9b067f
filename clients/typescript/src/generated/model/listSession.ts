
export type ListSession = typeof ListSession[keyof typeof ListSession];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ListSession = {
  sticky: 'sticky',
  rotating: 'rotating',
} as const;
