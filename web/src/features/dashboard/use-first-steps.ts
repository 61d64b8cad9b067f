import { useEffect } from 'react';
import type { PaymentDashboardData } from '@/api/generated/api.schemas';
import { useSiteConfig } from '@/api/site-config';
import { useCurrentUser } from '@/api/use-current-user';
import { createSafeStorage } from '@/lib/safe-storage';
import { toFirstSteps, type FirstStep } from './first-steps';

/** The user whose proxies have been used, so that the page has its final layout while the figures are loaded. */
const connected = createSafeStorage('localStorage', 'nairaproxy.connected');

const NONE: readonly FirstStep[] = [];

/** What is left of the way to the first connection. While the figures are loaded, the steps of a new customer. */
export function useFirstSteps(data: PaymentDashboardData | undefined): readonly FirstStep[] {
  const user = useCurrentUser();
  const isVerifying = useSiteConfig()?.email_verification ?? false;
  const id = user && String(user.id);
  const hasConnected = data ? data.overview.has_used_proxy : connected.get() === id;
  useEffect(() => {
    if (data?.overview.has_used_proxy && id) connected.set(id);
  }, [data, id]);
  // Staff have no wallet to buy from, and members of a team use what the owner has.
  if (user?.role !== 'user' || user.team) return NONE;
  return toFirstSteps({
    isVerified: isVerifying ? user.email_verified_at !== null : undefined,
    hasPaid: data ? data.overview.balance > 0 || data.total_top_ups > 0 : user.wallet_balance > 0,
    proxyId: data?.overview.next_expiry?.proxy_id ?? null,
    hasBought: data !== undefined && data.total_proxies > 0,
    hasConnected,
  });
}
