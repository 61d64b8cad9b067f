import { createSafeStorage } from '@/lib/safe-storage';
import { randomCode } from '@/lib/random-code';
import { createStore } from '@/lib/store';
import type { ApiError } from './api-error';
import { session } from './session';

const MONEY_CALLS = [
  /\/(payments\/initialize-topup|proxies\/buy(-datacenter)?|user\/trial)$/,
  /\/user\/proxies\/\d+\/(renewal|traffic|place|refund)$/,
  /\/admin\/(users|payments|transactions)\/\d+\/(fund-wallet|wallet-corrections|accept|chargeback|recheck|refund|reject|reverse-funding)$/,
  /\/admin\/wallet-corrections\/\d+\/(approve|reject|reverse)$/,
  /\/admin\/compensations$/,
  /\/admin\/payments\/\d+\/chargebacks\/\d+\/win$/,
  /\/admin\/(supply\/(providers|stock)|orders)\/\d+\/(purchases|prolong|(partial-)?refund)$/,
];
const INTENT_TTL_MS = 10 * 60_000;
const KEY_LENGTH = 32;

/** What an answered call has done, as far as a notice tells it. */
export interface Answer {
  readonly path: string;
  readonly message?: string;
  readonly proxyIds: readonly number[];
}

interface Intent {
  readonly key: string;
  /** As first sent. */
  readonly body: string;
  readonly since: number;
  /** Until its result stands on the screen, so that a reload before that repeats nothing. */
  readonly answer?: Answer;
}

const isRecent = ({ since }: Intent, now = Date.now()): boolean => now - since < INTENT_TTL_MS;

/** In sessionStorage, so a retry after a reload reuses the key. */
const storage = createSafeStorage('sessionStorage', 'nairaproxy.intents');
const intents = restoreIntents();

function restoreIntents(): Map<string, Intent> {
  try {
    const stored = JSON.parse(storage.get() ?? '[]') as [string, Intent][];
    return new Map(stored.filter(([, intent]) => isRecent(intent)));
  } catch {
    return new Map();
  }
}

const persist = (): void => storage.set(JSON.stringify([...intents]));

const findAnswered = (): string[] =>
  [...intents].filter(([, { answer }]) => answer).map(([intent]) => intent);

/** Answered calls whose result was not shown: the page was reloaded, or the session ended. */
const interrupted = createStore<readonly string[]>(findAnswered());

function forget(names: readonly string[]): void {
  if (names.length === 0) return;
  names.forEach((intent) => intents.delete(intent));
  interrupted.set(interrupted.get().filter((intent) => intents.has(intent)));
  persist();
}

/** The server keeps the keys of each person apart. */
const getOwner = (): string => `${session.get()?.user.id ?? 0} `;

/** What a request asks for; the price that it expects and what it is grouped by are no part of it. */
function toIntent(path: string, body: string): string {
  if (!body.includes('"expected_total')) return `${getOwner()}${path}\n${body}`;
  const {
    expected_total: _naira,
    expected_total_usd: _dollars,
    batch_id: _batch,
    ...order
  } = JSON.parse(body) as Record<string, unknown>;
  return `${getOwner()}${path}\n${JSON.stringify(order)}`;
}

const answeredListeners = new Set<() => void>();

/** @returns unsubscribes */
export function onAnswered(listener: () => void): () => void {
  answeredListeners.add(listener);
  return () => answeredListeners.delete(listener);
}

interface MoneyAnswer {
  message?: string;
  data?: { proxy?: { id: number }; proxies?: readonly { id: number }[] };
}

/** The results of all answered calls stand on the screen, except of those that were interrupted. */
export const confirmAnswers = (): void =>
  forget(findAnswered().filter((intent) => !interrupted.get().includes(intent)));

export const interruptedCalls = {
  get: interrupted.get,
  subscribe: interrupted.subscribe,
  /** Of the person who is signed in, the oldest first. */
  list: (): Answer[] =>
    interrupted
      .get()
      .filter((intent) => intent.startsWith(getOwner()))
      .flatMap((intent) => intents.get(intent)?.answer ?? []),
  /** The next call of the same kind is another one. */
  dismiss: (): void => forget(interrupted.get()),
};

session.onEnd(({ reason }) => {
  if (reason === 'expired') interrupted.set(findAnswered());
  else forget(findAnswered());
});

const DONE_BEFORE = 'This was done a moment ago. Nothing was charged again.';
const NOT_CHARGED = 'Your session ended. Nothing was charged.';
const MAYBE_CHARGED =
  'Your session ended. Sign in and look at your wallet before you pay again: your first try may have been charged.';

/** Refusals that come before the server has looked for what an earlier request with the same key has done. */
const SAYS_NOTHING: readonly number[] = [401, 403, 429];

const isOutcomeUnknown = ({ outcomeUnknown, code }: ApiError): boolean =>
  outcomeUnknown || code === 'IDEMPOTENCY_IN_PROGRESS';

/**
 * Gives the same key and body to the same request until its result stands on the screen: a retry after a lost
 * response or a reload must not charge twice, and a price that has changed since does not make it another request.
 * @param path of a POST.
 * @returns null when it moves no money.
 */
export function beginMoneyCall(path: string, body: string, now = Date.now()) {
  if (!MONEY_CALLS.some((call) => call.test(path))) return null;
  forget([...intents].filter(([, known]) => !isRecent(known, now)).map(([name]) => name));
  const intent = toIntent(path, body);
  const earlier = intents.get(intent);
  const pending = earlier ?? { key: randomCode(KEY_LENGTH), body, since: now };
  intents.set(intent, pending);
  persist();
  return {
    key: pending.key,
    body: pending.body,

    /** @returns what the caller shows. */
    succeed(answer: MoneyAnswer): MoneyAnswer {
      const { message, data } = answer;
      const proxies = data?.proxies ?? (data?.proxy ? [data.proxy] : []);
      // A top-up has a reference of its own, so its key stays until the customer is back from the checkout.
      if (!path.endsWith('topup')) {
        const done = { path, message, proxyIds: proxies.map(({ id }) => id) };
        intents.set(intent, { ...pending, answer: earlier?.answer ?? done });
        persist();
      }
      answeredListeners.forEach((listener) => listener());
      return earlier?.answer ? { ...answer, message: DONE_BEFORE } : answer;
    },

    fail(error: ApiError): void {
      if (error.status === 401) session.explainEnd(earlier ? MAYBE_CHARGED : NOT_CHARGED);
      const saysNothing = earlier !== undefined && SAYS_NOTHING.includes(error.status);
      if (!isOutcomeUnknown(error) && !saysNothing) forget([intent]);
    },
  };
}
