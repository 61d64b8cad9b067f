import { Money } from '../../../common/money/money';
import { sanitizePgText } from '../../../database/pg-text-sanitizer';
import type {
  BalanceResult,
  PayoutItemPage,
  PayoutPage,
  ProviderPayout,
  ProviderPayoutItem,
} from '../../ports/card-provider.port';
import { isObject, isSuccess, toEnvelope, toStatus, toText } from './korapay-charge.mapper';
import type { KorapayReply } from './korapay.client';

type Row = Record<string, unknown>;
type RowPage =
  | { readonly outcome: 'page'; readonly rows: readonly Row[]; readonly next: string | null }
  | { readonly outcome: 'unknown'; readonly reason: string };

const MAX_REFERENCE = 100;
const KINDS: Record<string, ProviderPayoutItem['kind']> = {
  charge: 'charge',
  payin: 'charge',
  payment: 'charge',
  refund: 'refund',
  chargeback: 'dispute',
  dispute: 'dispute',
};

/** `pay-in`, `Pay In` and `PAYIN` are the same kind. */
export const toItemKind = (value: unknown): ProviderPayoutItem['kind'] => {
  const word = toText(value)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return Object.hasOwn(KINDS, word) ? KINDS[word]! : 'other';
};

/** @param after cursor of this page; a next cursor equal to it makes the list unreadable. */
export function toPayoutPage(reply: KorapayReply, after: string | null): PayoutPage {
  const page = toRows(reply, after);
  return page.outcome === 'page'
    ? { outcome: 'page', payouts: page.rows.map(toPayout), next: page.next }
    : page;
}

export function toPayoutItemPage(reply: KorapayReply, after: string | null): PayoutItemPage {
  if (reply.kind === 'reply' && reply.status === 404) return { outcome: 'missing' };
  const page = toRows(reply, after);
  if (page.outcome !== 'page') return page;
  const items = page.rows.map(toItem);
  return items.includes(null)
    ? { outcome: 'unknown', reason: 'an item of the payout is not readable' }
    : { outcome: 'page', items: items.filter((item) => item !== null), next: page.next };
}

/** https://developers.korapay.com/docs/balance-api */
export function toBalance(reply: KorapayReply): BalanceResult {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  const naira = envelope?.data?.NGN;
  const available = isObject(naira) ? Money.parseDecimal(naira.available_balance) : null;
  const pending = isObject(naira) ? Money.parseDecimal(naira.pending_balance) : null;
  return isSuccess(reply.status) && envelope?.ok && available && pending
    ? { outcome: 'found', available, pending }
    : { outcome: 'unknown', reason: `HTTP ${reply.status}, no readable balance` };
}

function toRows(reply: KorapayReply, after: string | null): RowPage {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  const rows = envelope?.data?.data;
  if (!isSuccess(reply.status) || !envelope?.ok || !Array.isArray(rows) || !rows.every(isObject))
    return { outcome: 'unknown', reason: `HTTP ${reply.status}, no readable list` };
  if (String(envelope.data!.has_more) !== 'true') return { outcome: 'page', rows, next: null };
  const next = toText(rows.at(-1)?.pointer);
  return next && next !== after
    ? { outcome: 'page', rows, next }
    : { outcome: 'unknown', reason: 'the list does not move on' };
}

const toPayout = (row: Row): ProviderPayout => ({
  reference: sanitizePgText(toText(row.reference).slice(0, MAX_REFERENCE)),
  isPaid: toStatus(row.status).status === 'success' && (toText(row.currency) || 'NGN') === 'NGN',
  amount: Money.parseDecimal(row.amount),
  fee: toFee(row.fee),
  paidAt: toDate(row.date_completed) ?? toDate(row.date_created),
});

function toItem(row: Row): ProviderPayoutItem | null {
  const amount = Money.parseDecimal(row.amount);
  const fee = toFee(row.fee);
  const reference = sanitizePgText(toText(row.reference).slice(0, MAX_REFERENCE));
  return amount && fee && reference ? { kind: toItemKind(row.type), reference, amount, fee } : null;
}

function toFee(value: unknown): Money | null {
  if (value === undefined || value === null) return Money.zero;
  const fee = Money.parseDecimal(value);
  return fee && !fee.isLessThan(Money.zero) ? fee : null;
}

/** `2023-09-28 12:25:10`, in UTC, or an ISO date. */
export function toDate(value: unknown): Date | null {
  const text = toText(value).trim();
  const at = new Date(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  );
  return Number.isNaN(at.getTime()) ? null : at;
}
