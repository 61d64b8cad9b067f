
/**
 * `pending` until a request with the username and password of one of your proxies has come from there; `active` from
then on; `taken` while another customer has proved it.
 */
export type AllowedAddressResponseState = typeof AllowedAddressResponseState[keyof typeof AllowedAddressResponseState];


// eslint-disable-next-line @typescript-eslint/no-redeclare
export const AllowedAddressResponseState = {
  active: 'active',
  pending: 'pending',
  taken: 'taken',
} as const;
