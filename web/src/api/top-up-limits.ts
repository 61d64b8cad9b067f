import { usePricingInfo } from './generated/catalog';

/** In whole naira. */
export interface TopUpLimits {
  minimum: number;
  maximum: number;
}

/** Defaults until the server's limits are loaded. */
const DEFAULT_LIMITS: TopUpLimits = { minimum: 1000, maximum: 1_000_000 };

export function useTopUpLimits(): TopUpLimits {
  const info = usePricingInfo({ query: { staleTime: 300_000, meta: { quiet: true } } }).data?.data;
  return info ? { minimum: info.minimum_topup, maximum: info.maximum_topup } : DEFAULT_LIMITS;
}
