
export type SecurityReviewKind = typeof SecurityReviewKind[keyof typeof SecurityReviewKind];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const SecurityReviewKind = {
  member: 'member',
  invitation: 'invitation',
  address: 'address',
  sub_user: 'sub_user',
  webhook: 'webhook',
  api_key: 'api_key',
  google: 'google',
} as const;
