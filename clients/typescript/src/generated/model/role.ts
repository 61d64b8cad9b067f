
export type Role = typeof Role[keyof typeof Role];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const Role = {
  user: 'user',
  'sub-admin': 'sub-admin',
  admin: 'admin',
} as const;
