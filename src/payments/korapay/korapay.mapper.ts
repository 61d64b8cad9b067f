import { Money } from '../../common/money/money';
import { sanitizePgJson, sanitizePgText } from '../../database/pg-text-sanitizer';
import type { KorapayReply } from './korapay.client';
import type {
  BalanceResult,
  Charge,
  ChargeResult,
  ChargeStatus,
  CheckoutResult,
  ListPage,
  NairaAccountLookup,
  NairaAccountResult,
  PayIn,
  ProviderNairaAccount,
  ProviderPayout,
  ProviderPayoutItem,
  ProviderRefund,
  RefundLookup,
  RefundResult,
  TransferList,
  Missing,
  Unknown,
} from './korapay.types';

type Data = Record<string, unknown>;

/** What every reply of Korapay's consists of. */
interface Envelope {
  ok: boolean | undefined;
  code: unknown;
  message: string;
  data: Data | null;
}

const MAX_REFERENCE = 100;
const DUPLICATE_CODE = 'AA021';
/** Every other status is treated as pending. */
const STATUSES: Record<string, ChargeStatus> = {
  success: 'success',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'expired',
};
const ITEM_KINDS: Record<string, ProviderPayoutItem['kind']> = {
  charge: 'charge',
  payin: 'charge',
  payment: 'charge',
  refund: 'refund',
  chargeback: 'dispute',
  dispute: 'dispute',
};

/** @param isCheckoutUrl whether the customer's browser may be sent to a URL. */
export function toCheckoutResult(
  reply: KorapayReply,
  reference: string,
  isCheckoutUrl: (url: string) => boolean,
): CheckoutResult {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  if (isSuccess(status) && envelope?.ok) {
    const { reference: echoed, checkout_url: url } = envelope.data ?? {};
    if (echoed === reference && typeof url === 'string' && isCheckoutUrl(url))
      return { outcome: 'ready', checkoutUrl: url };
    return toUnknown('the answer carries no usable checkout');
  }
  if (status === 409 || isDuplicate(envelope)) return { outcome: 'duplicate' };
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The payment provider does not accept our key.' };
  if (status === 429) return { outcome: 'refused', message: 'The payment provider is busy.' };
  if (!isClientError(status, 408) && !(isSuccess(status) && envelope?.ok === false))
    return toUnknown(`HTTP ${status}`);
  const fields = toFields(envelope?.data ?? null);
  return {
    outcome: 'refused',
    message: Object.values(fields)[0]?.[0] ?? 'The payment provider refused it.',
    ...(Object.keys(fields).length ? { fields } : {}),
  };
}

export function toChargeResult(reply: KorapayReply): ChargeResult {
  const found = toLookup(reply);
  return found.outcome === 'found' ? { outcome: 'found', charge: toCharge(found.data) } : found;
}

/** https://developers.korapay.com/docs/refunds-api */
export function toRefundResult(reply: KorapayReply): RefundResult {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  if (isSuccess(status) && envelope?.ok) return { outcome: 'taken' };
  if (status === 409 || isDuplicate(envelope)) return { outcome: 'duplicate' };
  // After 408 and 429 the request may or may not have taken effect.
  if (envelope?.ok === false && (isSuccess(status) || isClientError(status, 408, 429)))
    return {
      outcome: 'refused',
      message: sanitizePgText(envelope.message.slice(0, 300)) || `HTTP ${status}`,
    };
  return toUnknown(`HTTP ${status}`);
}

export function toRefundLookup(reply: KorapayReply): RefundLookup {
  const found = toLookup(reply);
  return found.outcome === 'found' ? { outcome: 'found', refund: toRefund(found.data) } : found;
}

export const toPayInPage = (reply: KorapayReply, after: string | null): ListPage<PayIn> =>
  toListPage(reply, after, toPayIn);

export const toPayoutPage = (reply: KorapayReply, after: string | null): ListPage<ProviderPayout> =>
  toListPage(reply, after, toPayout);

/** `missing`: the provider has no list of the items. */
export const toPayoutItemPage = (
  reply: KorapayReply,
  after: string | null,
): ListPage<ProviderPayoutItem> | Missing =>
  reply.kind === 'reply' && reply.status === 404
    ? { outcome: 'missing' }
    : toListPage(reply, after, toItem);

/** https://developers.korapay.com/docs/balance-api */
export function toBalance(reply: KorapayReply): BalanceResult {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const envelope = toEnvelope(reply.body);
  const naira = envelope?.data?.NGN;
  const available = isObject(naira) ? Money.parseDecimal(naira.available_balance) : null;
  const pending = isObject(naira) ? Money.parseDecimal(naira.pending_balance) : null;
  return isSuccess(reply.status) && envelope?.ok && available && pending
    ? { outcome: 'found', available, pending }
    : toUnknown(`HTTP ${reply.status}, no readable balance`);
}

/** A request that is refused made no account; whatever else happens is looked up. */
export function toNairaAccountResult(reply: KorapayReply): NairaAccountResult {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  const account = envelope?.ok ? toAccount(envelope.data) : null;
  if (isSuccess(status) && account) return { outcome: 'ready', account };
  if (!isClientError(status, 404, 408, 409, 429) || envelope?.ok !== false)
    return toUnknown(`HTTP ${status}, no readable account`);
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The payment provider does not accept our key.' };
  // A message may repeat the number of the identity.
  const said = sanitizePgText(envelope.message.slice(0, 200).replace(/\d{4,}/g, '…'));
  return { outcome: 'refused', message: said || 'The payment provider refused it.' };
}

export function toNairaAccountLookup(reply: KorapayReply): NairaAccountLookup {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  const account = envelope?.ok ? toAccount(envelope.data) : null;
  if (isSuccess(status) && account) return { outcome: 'found', account };
  if (isSuccess(status) && envelope?.ok)
    return { outcome: 'unusable', reason: describeDefect(envelope.data) };
  if (status === 404 && envelope?.ok === false) return { outcome: 'missing' };
  // A wrong key, a timeout and a limit concern every call, not this account.
  return isClientError(status, 401, 403, 408, 429) && envelope?.ok === false
    ? { outcome: 'unusable', reason: `HTTP ${status}` }
    : toUnknown(`HTTP ${status}`);
}

export function toTransferList(reply: KorapayReply): TransferList {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const rows = toEnvelope(reply.body)?.data?.transactions;
  if (!isSuccess(reply.status) || !Array.isArray(rows))
    return toUnknown(`HTTP ${reply.status}, no readable list`);
  const references = rows
    .filter(isObject)
    .filter((row) => toStatus(row.status).status === 'success')
    .map((row) => toText(row.reference))
    .filter((reference) => /^[\w.-]{1,100}$/.test(reference));
  return { outcome: 'list', references };
}

/** Our reference of the account that a transfer went to, from a charge or a notification. */
export function toNairaAccount(data: Data): string | null {
  const details = data.virtual_bank_account_details;
  const account = isObject(details) ? details.virtual_bank_account : undefined;
  const reference = isObject(account) ? toText(account.account_reference) : '';
  return /^[\w.-]{1,100}$/.test(reference) ? reference : null;
}

/** `pay-in`, `Pay In` and `PAYIN` are the same kind. */
export function toItemKind(value: unknown): ProviderPayoutItem['kind'] {
  const word = toText(value)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return Object.hasOwn(ITEM_KINDS, word) ? ITEM_KINDS[word]! : 'other';
}

function toLookup(
  reply: KorapayReply,
): { readonly outcome: 'found'; readonly data: Data } | Missing | Unknown {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const envelope = toEnvelope(reply.body);
  if (isSuccess(reply.status) && envelope?.ok && envelope.data)
    return { outcome: 'found', data: envelope.data };
  // A 404 counts only with Korapay's envelope: an intermediate gateway answers 404 as well.
  if (reply.status === 404 && envelope?.ok === false) return { outcome: 'missing' };
  return toUnknown(`HTTP ${reply.status}`);
}

/** @param after cursor of this page; a next cursor equal to it makes the list unreadable. */
function toListPage<T>(
  reply: KorapayReply,
  after: string | null,
  toRow: (row: Data) => T | null,
): ListPage<T> {
  if (reply.kind === 'none') return toUnknown(reply.reason);
  const envelope = toEnvelope(reply.body);
  const list = envelope?.data?.data;
  if (!isSuccess(reply.status) || !envelope?.ok || !Array.isArray(list) || !list.every(isObject))
    return toUnknown(`HTTP ${reply.status}, no readable list`);
  const isLast = String(envelope.data!.has_more) !== 'true';
  const next = isLast ? null : toText(list.at(-1)?.pointer);
  if (next === '' || (next !== null && next === after))
    return toUnknown('the list does not move on');
  const rows = list.map(toRow).filter((row) => row !== null);
  return rows.length < list.length
    ? toUnknown('an item of the payout is not readable')
    : { outcome: 'page', rows, next };
}

/** `status` is a boolean or its text. */
function toEnvelope(body: unknown): Envelope | null {
  if (!isObject(body)) return null;
  const flag = String(body.status);
  return {
    ok: flag === 'true' ? true : flag === 'false' ? false : undefined,
    code: body.code,
    message: toText(body.message),
    data: isObject(body.data) ? body.data : null,
  };
}

const toCharge = (data: Data): Charge => ({
  reference: toText(data.reference),
  ...toStatus(data.status),
  amount: Money.parseDecimal(data.amount),
  currency: toText(data.currency),
  amountPaid: toOptionalAmount(data.amount_paid),
  amountAccepted: toOptionalAmount(data.amount_accepted),
  fee: toOptionalAmount(data.fee),
  method: toMethod(data),
  nairaAccount: toNairaAccount(data),
  raw: sanitizePgJson(data),
});

/** Maps Korapay's status and keeps it verbatim. */
function toStatus(value: unknown): { status: ChargeStatus; providerStatus: string } {
  const word = toText(value).toLowerCase().slice(0, 60);
  return {
    status: Object.hasOwn(STATUSES, word) ? STATUSES[word]! : 'pending',
    providerStatus: sanitizePgText(word),
  };
}

function toMethod(data: Data): string | null {
  const method = toText(data.payment_method);
  if (/^[a-z_]{1,40}$/.test(method)) return method;
  if (data.card) return 'card';
  return data.bank_transfer || data.payer_bank_account || data.virtual_bank_account_details
    ? 'bank_transfer'
    : null;
}

function toRefund(data: Data): ProviderRefund {
  const { status, providerStatus } = toStatus(data.status);
  return {
    reference: toText(data.reference),
    chargeReference: toText(data.payment_reference) || null,
    status: status === 'success' || status === 'failed' ? status : 'processing',
    providerStatus,
    amount: Money.parseDecimal(data.amount),
  };
}

const toPayIn = (row: Data): PayIn => ({
  reference: toReference(row.reference),
  ...toStatus(row.status),
  // The requested amount; `amount` may be the received one.
  amount: Money.parseDecimal(row.amount_expected ?? row.amount),
  currency: toText(row.currency) || 'NGN',
});

const toPayout = (row: Data): ProviderPayout => ({
  reference: toReference(row.reference),
  isPaid: toStatus(row.status).status === 'success' && (toText(row.currency) || 'NGN') === 'NGN',
  amount: Money.parseDecimal(row.amount),
  fee: toFee(row.fee),
  paidAt: toDate(row.date_completed) ?? toDate(row.date_created),
});

function toItem(row: Data): ProviderPayoutItem | null {
  const amount = Money.parseDecimal(row.amount);
  const fee = toFee(row.fee);
  const reference = toReference(row.reference);
  return amount && fee && reference ? { kind: toItemKind(row.type), reference, amount, fee } : null;
}

/** Null for an account that cannot be shown: without a number, or inactive. */
function toAccount(data: Data | null): ProviderNairaAccount | null {
  const number = toText(data?.account_number);
  if (!/^\d{10}$/.test(number)) return null;
  const status = toText(data?.account_status).toLowerCase();
  if (status !== '' && status !== 'active') return null;
  return {
    number,
    name: sanitizePgText(toText(data?.account_name).slice(0, 200)),
    bankName: sanitizePgText(toText(data?.bank_name).slice(0, 100)),
  };
}

function describeDefect(data: Data | null): string {
  const status = toText(data?.account_status).toLowerCase();
  if (status === '' || status === 'active') return 'no readable account number';
  return /^[a-z_ -]{1,40}$/.test(status) ? `the account is ${status}` : 'an unreadable status';
}

/** `{field: {message}}` of a validation refusal. */
function toFields(data: Data | null): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(data ?? {}).slice(0, 20)) {
    const message = isObject(value) ? toText(value.message) : toText(value);
    if (message) fields[field.slice(0, 60)] = [sanitizePgText(message.slice(0, 300))];
  }
  return fields;
}

const isDuplicate = (envelope: Envelope | null): boolean =>
  envelope?.ok === false &&
  (envelope.code === DUPLICATE_CODE || /duplicate .*reference/i.test(envelope.message));

const toOptionalAmount = (value: unknown): Money | null | undefined =>
  value === undefined || value === null ? undefined : Money.parseDecimal(value);

function toFee(value: unknown): Money | null {
  if (value === undefined || value === null) return Money.zero;
  const fee = Money.parseDecimal(value);
  return fee && !fee.isLessThan(Money.zero) ? fee : null;
}

/** `2023-09-28 12:25:10`, in UTC, or an ISO date. */
function toDate(value: unknown): Date | null {
  const text = toText(value).trim();
  const at = new Date(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  );
  return Number.isNaN(at.getTime()) ? null : at;
}

const toReference = (value: unknown): string =>
  sanitizePgText(toText(value).slice(0, MAX_REFERENCE));

const toUnknown = (reason: string): Unknown => ({ outcome: 'unknown', reason });
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isClientError = (status: number, ...except: number[]): boolean =>
  status >= 400 && status < 500 && !except.includes(status);
const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
