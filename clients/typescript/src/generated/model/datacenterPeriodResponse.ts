
export interface DatacenterPeriodResponse {
  days: number;
  duration_minutes: number;
  label: string;
  /** Multiple of the 30-day period. */
  multiplier: number;
}
