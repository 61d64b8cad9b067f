import { Money } from '../../../common/money/money';
import type {
  PayIn,
  PayInPage,
  ProviderRefund,
  RefundLookup,
  RefundResult,
} from '../../ports/card-provider.port';
import { sanitizePgText } from '../../../database/pg-text-sanitizer';
import {
  isDuplicate,
  isObject,
  isSuccess,
  toText,
  toEnvelope,
  toStatus,
} from './korapay-charge.mapper';
import type { KorapayReply } from './korapay.client';

export const PAGE_SIZE = 100;

/** `YYYY-MM-DD-HH-MM-SS`, in UTC. https://developers.korapay.com/docs/pay-ins-history-api */
export const toKorapayTime = (at: Date): string =>
  at.toISOString().slice(0, 19).replace(/[T:]/g, '-');

/** https://developers.korapay.com/docs/refunds-api */
export function toRefundResult(reply: KorapayReply): RefundResult {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  if (isSuccess(status) && envelope?.ok) return { outcome: 'taken' };
  if (status === 409 || isDuplicate(envelope)) return { outcome: 'duplicate' };
  if (envelope?.ok === false && (isSuccess(status) || isFinalRefusal(status)))
    return {
      outcome: 'refused',
      message: sanitizePgText(envelope.message.slice(0, 300)) || `HTTP ${status}`,
    };
  return { outcome: 'unknown', reason: `HTTP ${status}` };
}

export function toRefundLookup(reply: KorapayReply): RefundLookup {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  if (isSuccess(reply.status) && envelope?.ok && envelope.data)
    return { outcome: 'found', refund: toRefund(envelope.data) };
  if (reply.status === 404 && envelope?.ok === false) return { outcome: 'missing' };
  return { outcome: 'unknown', reason: `HTTP ${reply.status}` };
}

/** @param after cursor of this page; a next cursor equal to it makes the list unreadable. */
export function toPayInPage(reply: KorapayReply, after: string | null): PayInPage {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  const rows = envelope?.data?.data;
  if (!isSuccess(reply.status) || !envelope?.ok || !Array.isArray(rows) || !rows.every(isObject))
    return { outcome: 'unknown', reason: `HTTP ${reply.status}, no readable list` };
  if (String(envelope.data!.has_more) !== 'true')
    return { outcome: 'page', payIns: rows.map(toPayIn), next: null };
  const next = toText(rows.at(-1)?.pointer);
  return next && next !== after
    ? { outcome: 'page', payIns: rows.map(toPayIn), next }
    : { outcome: 'unknown', reason: 'the list does not move on' };
}

/** 408 and 429 are excluded: the request may or may not have taken effect. */
const isFinalRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const toPayIn = (row: Record<string, unknown>): PayIn => ({
  reference: sanitizePgText(toText(row.reference).slice(0, 100)),
  ...toStatus(row.status),
  // The requested amount; `amount` may be the received one.
  amount: Money.parseDecimal(row.amount_expected ?? row.amount),
  currency: toText(row.currency) || 'NGN',
});

function toRefund(data: Record<string, unknown>): ProviderRefund {
  const { status, providerStatus } = toStatus(data.status);
  return {
    reference: toText(data.reference),
    chargeReference: toText(data.payment_reference) || null,
    status: status === 'success' || status === 'failed' ? status : 'processing',
    providerStatus,
    amount: Money.parseDecimal(data.amount),
  };
}
