import type { getReferrals } from '@/api/generated/wallet';
import type { ReferralState } from '@/api/generated/api.schemas';
import { formatNaira } from '@/lib/money';

export type Referrals = Awaited<ReturnType<typeof getReferrals>>['data'];
export type InvitedCustomer = Referrals['customers'][number];

/** How a status is shown. */
export const BADGES: Record<ReferralState, { status: string; word?: string }> = {
  joined: { status: 'joined' },
  pending: { status: 'pending', word: 'On its way' },
  rewarded: { status: 'successful', word: 'Rewarded' },
  reversed: { status: 'reversed' },
};

type Terms = Pick<Referrals, 'percentage' | 'maximum' | 'minimum_topup'>;

export const describeTerms = ({ percentage, maximum, minimum_topup }: Terms): string =>
  `When someone joins through your link, you get ${percentage} % of their first top-up of ${formatNaira(
    minimum_topup,
  )} or more, up to ${formatNaira(maximum)} for each.`;

/** What is passed on with the link. */
export const toMessage = (siteName: string, link: string): string =>
  `I buy my proxies at ${siteName} and pay in naira. Join here: ${link}`;
