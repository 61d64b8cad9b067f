import type { UsageTargetResponse } from './usageTargetResponse';

export interface UsageTargetsData {
  /** Whether hosts are counted now. */
  enabled: boolean;
  from: string;
  /** Days until they are deleted. */
  kept_days: number;
  /** The most traffic first, at most 100; the rest is one row. */
  targets: UsageTargetResponse[];
  to: string;
}
