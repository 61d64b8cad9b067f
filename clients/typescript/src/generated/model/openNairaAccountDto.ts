
export interface OpenNairaAccountDto {
  /** Bank Verification Number: 11 digits. */
  bvn?: string;
  /** National Identification Number: 11 digits. */
  nin?: string;
}
