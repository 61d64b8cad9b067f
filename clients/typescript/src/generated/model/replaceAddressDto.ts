import type { AddressReplacementReason } from './addressReplacementReason';

export interface ReplaceAddressDto {
  /**
   * For staff, at most 200 characters.
   * @maxLength 200
   * @nullable
   */
  details?: string | null;
  /** `dead`: it does not connect. `blocked`: a website refuses it. `slow`. */
  reason: AddressReplacementReason;
}
