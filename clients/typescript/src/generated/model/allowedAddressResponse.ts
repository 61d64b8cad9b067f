
export interface AllowedAddressResponse {
  /** In its canonical form. */
  address: string;
  created_at: string;
}
