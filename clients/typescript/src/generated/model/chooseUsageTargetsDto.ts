
export interface ChooseUsageTargetsDto {
  /** Whether the hosts that your proxies reach are counted. */
  enabled: boolean;
}
