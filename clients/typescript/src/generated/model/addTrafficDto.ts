
export interface AddTrafficDto {
  /** As for a renewal. */
  expected_total?: number;
  /**
   * The traffic package in GB, one of `GET /pool/pricing`.
   * @minimum 1
   * @maximum 1000000
   */
  gigabytes: number;
}
