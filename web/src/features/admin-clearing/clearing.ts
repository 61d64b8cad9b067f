import type { getClearing, listPayoutItems, listPayouts } from '@/api/generated/admin-clearing';
import {
  PayoutItemFilter,
  type PayoutItemKind,
  type PayoutItemResult,
  type PayoutSource,
  SystemAccountCode,
} from '@/api/generated/api.schemas';
import { choiceField, numberField, pageField } from '@/lib/list-search';

export type Clearing = Awaited<ReturnType<typeof getClearing>>['data'];
export type Payout = Awaited<ReturnType<typeof listPayouts>>['data']['payouts'][number];
export type PayoutItem = Awaited<ReturnType<typeof listPayoutItems>>['data']['items'][number];
export type Account = Clearing['accounts'][number] & { id: number };

export const ACCOUNT_TEXTS: Record<SystemAccountCode, { label: string; hint: string }> = {
  korapay_clearing: { label: 'Korapay owes us', hint: 'Paid by card, not paid out yet' },
  in_review: { label: 'Held in review', hint: 'Paid, neither credited nor refunded' },
  disputes: { label: 'Held in disputes', hint: 'Kept by Korapay until decided' },
  bank: { label: 'Paid to the bank', hint: 'All payouts received' },
  provider_fees: { label: 'Korapay’s fees', hint: 'A cost of the shop' },
  revenue: { label: 'Sales', hint: 'Purchases less refunds' },
  adjustments: { label: 'Funded and corrected', hint: 'Given to customers by staff' },
  promotions: { label: 'Promotions', hint: 'Given to customers' },
  goodwill: { label: 'Goodwill', hint: 'Added to underpaid top-ups' },
};

export const SOURCE_LABELS: Record<PayoutSource, string> = {
  api: 'Korapay’s list',
  file: 'File',
};

export const ITEM_KIND_LABELS: Record<PayoutItemKind, string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  other: 'Other',
};

export const RESULT_TEXTS: Record<PayoutItemResult, { label: string; advice: string }> = {
  matched: { label: 'Matched', advice: '' },
  unknown_reference: {
    label: 'Unknown reference',
    advice: 'We have nothing with this reference. Ask Korapay what it is for.',
  },
  not_booked: {
    label: 'Not booked',
    advice: 'We know it, but it is not credited or refunded yet. It is matched once it is.',
  },
  amount_differs: {
    label: 'Amount differs',
    advice: 'Korapay paid another amount than we booked. Check the payment with Korapay.',
  },
  duplicate: {
    label: 'Paid out before',
    advice: 'Another payout has it already. Ask Korapay why it was paid twice.',
  },
};

const ACCOUNT_CODES = Object.values(SystemAccountCode);

/** `page` is that of the payouts; `payout`, `items` and `account` open a dialog. */
export const clearingSearch = {
  page: pageField,
  payout: numberField(0, (id) => id > 0),
  items: choiceField<PayoutItemFilter>(Object.values(PayoutItemFilter), PayoutItemFilter.all),
  account: choiceField<SystemAccountCode | ''>(['', ...ACCOUNT_CODES], ''),
};

export const toAccounts = ({ accounts }: Clearing): Account[] =>
  accounts.map((account, index) => ({ ...account, id: index + 1 }));

/** "3 of 4 matched", or why nothing is. */
export function describeItems(payout: Payout): string {
  const { has_items: hasItems, matched_items: matched, unmatched_items: unmatched } = payout;
  if (!hasItems) return 'Items missing';
  return unmatched === 0
    ? `${matched} matched`
    : `${unmatched} of ${matched + unmatched} unmatched`;
}

export const needsAttention = (payout: Payout): boolean =>
  !payout.has_items || payout.unmatched_items > 0;
