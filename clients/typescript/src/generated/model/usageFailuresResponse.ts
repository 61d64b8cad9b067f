import type { UsageFailureResponse } from './usageFailureResponse';

export interface UsageFailuresResponse {
  /** Empty when nothing was refused. */
  data: UsageFailureResponse[];
  success: boolean;
}
