const MONEY_CALLS = [
  /\/payments\/initialize-topup$/,
  /\/proxies\/buy(-datacenter)?$/,
  /\/admin\/users\/\d+\/fund-wallet$/,
  /\/admin\/payments\/\d+\/(accept|chargeback|recheck|refund|reject)$/,
  /\/admin\/orders\/\d+\/refund$/,
];
const FORGET_AFTER_MS = 10 * 60_000;

interface PendingIntent {
  readonly key: string;
  readonly since: number;
}

const intents = new Map<string, PendingIntent>();

export const movesMoney = (method: string, path: string): boolean =>
  method === 'POST' && MONEY_CALLS.some((call) => call.test(path));

/**
 * The same intent keeps its key until the server has answered it: pressing the button again after
 * a lost answer must not buy twice.
 */
export function keyOf(path: string, body: string, now = Date.now()): string {
  const intent = `${path}\n${body}`;
  const pending = intents.get(intent);
  if (pending && now - pending.since < FORGET_AFTER_MS) return pending.key;
  const key = crypto.randomUUID();
  intents.set(intent, { key, since: now });
  return key;
}

export function settleIntent(path: string, body: string): void {
  intents.delete(`${path}\n${body}`);
}
