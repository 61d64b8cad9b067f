import type {
  NairaAccountLookup,
  NairaAccountResult,
  ProviderNairaAccount,
  TransferList,
} from '../../ports/card-provider.port';
import { sanitizePgText } from '../../../database/pg-text-sanitizer';
import { isObject, isSuccess, toEnvelope, toStatus, toText } from './korapay-charge.mapper';
import type { KorapayReply } from './korapay.client';

/** A request that is refused made no account; whatever else happens is looked up. */
export function toNairaAccountResult(reply: KorapayReply): NairaAccountResult {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const { status } = reply;
  const envelope = toEnvelope(reply.body);
  const account = envelope?.ok ? toAccount(envelope.data) : null;
  if (isSuccess(status) && account) return { outcome: 'ready', account };
  const isRefused = status >= 400 && status < 500 && ![404, 408, 409, 429].includes(status);
  if (!isRefused || envelope?.ok !== false)
    return { outcome: 'unknown', reason: `HTTP ${status}, no readable account` };
  if (status === 401 || status === 403)
    return { outcome: 'refused', message: 'The payment provider does not accept our key.' };
  // A message may repeat the number of the identity.
  const said = sanitizePgText(envelope.message.slice(0, 200).replace(/\d{4,}/g, '…'));
  return { outcome: 'refused', message: said || 'The payment provider refused it.' };
}

export function toNairaAccountLookup(reply: KorapayReply): NairaAccountLookup {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const envelope = toEnvelope(reply.body);
  const account = envelope?.ok ? toAccount(envelope.data) : null;
  if (isSuccess(reply.status) && account) return { outcome: 'found', account };
  if (isSuccess(reply.status) && envelope?.ok)
    return { outcome: 'unusable', reason: toDefect(envelope.data) };
  if (reply.status === 404 && envelope?.ok === false) return { outcome: 'missing' };
  const reason = `HTTP ${reply.status}`;
  return isRefusal(reply.status) && envelope?.ok === false
    ? { outcome: 'unusable', reason }
    : { outcome: 'unknown', reason };
}

/** Of this account; a wrong key, a timeout and a limit concern every call. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);

function toDefect(data: Record<string, unknown> | null): string {
  const status = toText(data?.account_status).toLowerCase();
  if (status === '' || status === 'active') return 'no readable account number';
  return /^[a-z_ -]{1,40}$/.test(status) ? `the account is ${status}` : 'an unreadable status';
}

export function toTransferList(reply: KorapayReply): TransferList {
  if (reply.kind === 'none') return { outcome: 'unknown', reason: reply.reason };
  const rows = toEnvelope(reply.body)?.data?.transactions;
  if (!isSuccess(reply.status) || !Array.isArray(rows))
    return { outcome: 'unknown', reason: `HTTP ${reply.status}, no readable list` };
  const references = rows
    .filter(isObject)
    .filter((row) => toStatus(row.status).status === 'success')
    .map((row) => toText(row.reference))
    .filter((reference) => /^[\w.-]{1,100}$/.test(reference));
  return { outcome: 'list', references };
}

/** Null for an account that cannot be shown: without a number, or inactive. */
function toAccount(data: Record<string, unknown> | null): ProviderNairaAccount | null {
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
