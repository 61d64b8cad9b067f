import type { AddressReplacementReason } from './addressReplacementReason';

export interface ReplaceAddressDto {
  /**
   * `ip` of the proxy when you found it wrong: another one that it has by now stays.
   * @nullable
   */
  address?: string | null;
  /**
   * For staff, at most 200 characters.
   * @maxLength 200
   * @nullable
   */
  details?: string | null;
  /** `dead`: it does not connect. `blocked`: a website refuses it. `slow`. */
  reason: AddressReplacementReason;
}
