import { createSafeStorage } from '@/lib/safe-storage';
import { randomCode } from '@/lib/random-code';

const MONEY_CALLS = [
  /\/payments\/initialize-topup$/,
  /\/proxies\/buy(-datacenter)?$/,
  /\/admin\/users\/\d+\/fund-wallet$/,
  /\/admin\/payments\/\d+\/(accept|chargeback|recheck|refund|reject)$/,
  /\/admin\/orders\/\d+\/refund$/,
];
const FORGET_AFTER_MS = 10 * 60_000;
const KEY_LENGTH = 32;

interface PendingIntent {
  readonly key: string;
  readonly since: number;
}

/** In sessionStorage: a retry after a reload reuses the key of the unanswered request. */
const kept = createSafeStorage('sessionStorage', 'nairaproxy.intents');
const intents = restored();

function restored(): Map<string, PendingIntent> {
  try {
    const stored: unknown = JSON.parse(kept.get() ?? '[]');
    return new Map(stored as [string, PendingIntent][]);
  } catch {
    return new Map();
  }
}

const keep = (): void => kept.set(JSON.stringify([...intents]));

export const movesMoney = (method: string, path: string): boolean =>
  method === 'POST' && MONEY_CALLS.some((call) => call.test(path));

/**
 * The same intent keeps its key until the server has answered it: pressing the button again after
 * a lost answer must not buy twice.
 */
export function getIdempotencyKey(path: string, body: string, now = Date.now()): string {
  for (const [intent, { since }] of intents)
    if (now - since >= FORGET_AFTER_MS) intents.delete(intent);
  const intent = `${path}\n${body}`;
  const pending = intents.get(intent) ?? { key: randomCode(KEY_LENGTH), since: now };
  intents.set(intent, pending);
  keep();
  return pending.key;
}

export function settleIntent(path: string, body: string): void {
  intents.delete(`${path}\n${body}`);
  keep();
}
