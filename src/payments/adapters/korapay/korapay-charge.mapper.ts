import { Money } from '../../../common/money/money';
import type {
  Charge,
  ChargeResult,
  ChargeStatus,
  CheckoutResult,
} from '../../ports/card-provider.port';
import { sanitizePgJson, sanitizePgText } from '../../../database/pg-text-sanitizer';
import type { KorapayReply } from './korapay.client';

/** Every other status is treated as pending. */
const STATUSES: Record<string, ChargeStatus> = {
  success: 'success',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'expired',
};
const DUPLICATE_CODE = 'AA021';

export interface KorapayEnvelope {
  ok: boolean | undefined;
  code: unknown;
  message: string;
  data: Record<string, unknown> | null;
}

/** @param isCheckoutUrl whether the customer's browser may be sent to a URL. */
export function toCheckoutResult(
  reply: KorapayReply,
  reference: string,
  isCheckoutUrl: (url: string) => boolean,
): CheckoutResult {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  if (isSuccess(status) && envelope?.ok) {
    const { reference: echoed, checkout_url: url } = envelope.data ?? {};
    if (echoed === reference && typeof url === 'string' && isCheckoutUrl(url))
      return { outcome: 'ready', checkoutUrl: url };
    return { outcome: 'unknown', reason: 'the answer carries no usable checkout' };
  }
  if (status === 409 || isDuplicate(envelope)) return { outcome: 'duplicate' };
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The payment provider does not accept our key.' };
  if (status === 429) return { outcome: 'refused', message: 'The payment provider is busy.' };
  const refusal = status >= 400 && status < 500 && status !== 408;
  if (!refusal && !(isSuccess(status) && envelope?.ok === false))
    return { outcome: 'unknown', reason: `HTTP ${status}` };
  const fields = toFields(envelope?.data ?? null);
  return {
    outcome: 'refused',
    message: Object.values(fields)[0]?.[0] ?? 'The payment provider refused it.',
    ...(Object.keys(fields).length ? { fields } : {}),
  };
}

export function toChargeResult(reply: KorapayReply): ChargeResult {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  if (isSuccess(reply.status) && envelope?.ok && envelope.data)
    return { outcome: 'found', charge: toCharge(envelope.data) };
  // A 404 counts only with Korapay's envelope: an intermediate gateway answers 404 as well.
  if (reply.status === 404 && envelope?.ok === false) return { outcome: 'missing' };
  return { outcome: 'unknown', reason: `HTTP ${reply.status}` };
}

function toCharge(data: Record<string, unknown>): Charge {
  return {
    reference: toText(data.reference),
    ...toStatus(data.status),
    amount: Money.parseDecimal(data.amount),
    currency: toText(data.currency),
    amountPaid: optionalAmount(data.amount_paid),
    amountAccepted: optionalAmount(data.amount_accepted),
    fee: optionalAmount(data.fee),
    method: toMethod(data),
    nairaAccount: toNairaAccount(data),
    raw: sanitizePgJson(data),
  };
}

/** Maps Korapay's status and keeps it verbatim. */
export function toStatus(value: unknown): { status: ChargeStatus; providerStatus: string } {
  const word = toText(value).toLowerCase().slice(0, 60);
  return {
    status: Object.hasOwn(STATUSES, word) ? STATUSES[word]! : 'pending',
    providerStatus: sanitizePgText(word),
  };
}

const optionalAmount = (value: unknown): Money | null | undefined =>
  value === undefined || value === null ? undefined : Money.parseDecimal(value);

/** Our reference of the account that a transfer went to, from a charge or a notification. */
export function toNairaAccount(data: Record<string, unknown>): string | null {
  const details = data.virtual_bank_account_details;
  const account = isObject(details) ? details.virtual_bank_account : undefined;
  const reference = isObject(account) ? toText(account.account_reference) : '';
  return /^[\w.-]{1,100}$/.test(reference) ? reference : null;
}

function toMethod(data: Record<string, unknown>): string | null {
  const method = toText(data.payment_method);
  if (/^[a-z_]{1,40}$/.test(method)) return method;
  if (data.card) return 'card';
  return data.bank_transfer || data.payer_bank_account || data.virtual_bank_account_details
    ? 'bank_transfer'
    : null;
}

/** `status` is a boolean or its text. */
export function toEnvelope(body: unknown): KorapayEnvelope | null {
  if (!isObject(body)) return null;
  const flag = String(body.status);
  return {
    ok: flag === 'true' ? true : flag === 'false' ? false : undefined,
    code: body.code,
    message: toText(body.message),
    data: isObject(body.data) ? body.data : null,
  };
}

export const isDuplicate = (envelope: KorapayEnvelope | null): boolean =>
  envelope?.ok === false &&
  (envelope.code === DUPLICATE_CODE || /duplicate .*reference/i.test(envelope.message));

/** `{field: {message}}` of a validation refusal. */
function toFields(data: Record<string, unknown> | null): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(data ?? {}).slice(0, 20)) {
    const message = isObject(value) ? toText(value.message) : toText(value);
    if (message) fields[field.slice(0, 60)] = [sanitizePgText(message.slice(0, 300))];
  }
  return fields;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
