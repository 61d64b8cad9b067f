import { createSafeStorage } from '@/lib/safe-storage';
import { randomCode } from '@/lib/random-code';

/** Few expressions, since every visitor loads them. */
const MONEY_CALLS = [
  /\/(payments\/initialize-topup|proxies\/buy(-datacenter)?)$/,
  /\/user\/proxies\/\d+\/(renewal|traffic|place)$/,
  /\/admin\/(users|payments|transactions)\/\d+\/(fund-wallet|wallet-corrections|accept|chargeback|recheck|refund|reject|reverse-funding)$/,
  /\/admin\/wallet-corrections\/\d+\/(approve|reject|reverse)$/,
  /\/admin\/payments\/\d+\/chargebacks\/\d+\/win$/,
  /\/admin\/(supply\/(providers|stock)|orders)\/\d+\/(purchases|prolong|(partial-)?refund)$/,
];
const INTENT_TTL_MS = 10 * 60_000;
const KEY_LENGTH = 32;

interface PendingIntent {
  readonly key: string;
  /** As first sent. */
  readonly body: string;
  readonly since: number;
}

/** In sessionStorage, so a retry after a reload reuses the key of a request without a response. */
const storage = createSafeStorage('sessionStorage', 'nairaproxy.intents');
const intents = restoreIntents();

function restoreIntents(): Map<string, PendingIntent> {
  try {
    const stored: unknown = JSON.parse(storage.get() ?? '[]');
    return new Map(stored as [string, PendingIntent][]);
  } catch {
    return new Map();
  }
}

const persist = (): void => storage.set(JSON.stringify([...intents]));

export const isMoneyCall = (method: string, path: string): boolean =>
  method === 'POST' && MONEY_CALLS.some((call) => call.test(path));

/** What a request asks for; the price that it expects is no part of it. */
function toIntent(path: string, body: string): string {
  if (!body.includes('"expected_total')) return `${path}\n${body}`;
  const {
    expected_total: _naira,
    expected_total_usd: _dollars,
    ...order
  } = JSON.parse(body) as Record<string, unknown>;
  return `${path}\n${JSON.stringify(order)}`;
}

/**
 * Returns the same key and body for the same request until the server has responded: a retry after a lost
 * response must not charge twice, and a price that has changed since does not make it another request.
 */
export function getPendingRequest(path: string, body: string, now = Date.now()): PendingIntent {
  for (const [intent, { since }] of intents)
    if (now - since >= INTENT_TTL_MS) intents.delete(intent);
  const intent = toIntent(path, body);
  const pending = intents.get(intent) ?? { key: randomCode(KEY_LENGTH), body, since: now };
  intents.set(intent, pending);
  persist();
  return pending;
}

export function completeIntent(path: string, body: string): void {
  intents.delete(toIntent(path, body));
  persist();
}
