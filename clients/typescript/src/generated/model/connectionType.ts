
export type ConnectionType = typeof ConnectionType[keyof typeof ConnectionType];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const ConnectionType = {
  residential: 'residential',
  mobile: 'mobile',
} as const;
