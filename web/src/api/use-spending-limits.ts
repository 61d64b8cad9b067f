import type { SpendingLimitsResponse } from './generated/api.schemas';
import { useGetWallet } from './generated/wallet';
import { useTeam } from './use-team';

/** What the owner lets a buyer of the team spend; null for others, without limits, and until loaded. */
export function useSpendingLimits(): SpendingLimitsResponse | null {
  const { team } = useTeam();
  const wallet = useGetWallet({
    query: {
      enabled: team?.role === 'buyer',
      meta: { fallback: 'Failed to load wallet data' },
    },
  });
  return wallet.data?.data.spending_limits ?? null;
}
