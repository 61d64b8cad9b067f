import type { AllowedAddressResponseState } from './allowedAddressResponseState';

export interface AllowedAddressResponse {
  /** In its canonical form. */
  address: string;
  created_at: string;
  /**
   * When it was last used without a password, to the hour; null unless it is active.
   * @nullable
   */
  last_used_at: string | null;
  /** `pending` until a request with the username and password of one of your proxies has come from there; `active` from
then on; `taken` while another customer has proved it. */
  state: AllowedAddressResponseState;
}
