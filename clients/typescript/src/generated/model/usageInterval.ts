
export type UsageInterval = typeof UsageInterval[keyof typeof UsageInterval];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const UsageInterval = {
  hour: 'hour',
  day: 'day',
  month: 'month',
} as const;
