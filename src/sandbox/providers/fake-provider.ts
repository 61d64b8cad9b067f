/** What a simulated management API is asked. */
export interface ProviderCall {
  readonly method: string;
  /** Without the query, such as `/api/v2/proxy/list/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface ProviderReply {
  readonly status: number;
  /** Sent as JSON; nothing is sent when it is undefined. */
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * `silent` never answers, `reset` closes the connection, both before the call has an effect; `…-after` have the call take
 * effect first. A reply replaces the provider's, and the call has no effect.
 */
export type Mischief =
  | 'silent'
  | 'silent-after'
  | 'reset'
  | 'reset-after'
  | ProviderReply
  | { after: ProviderReply };

export interface PlannedMischief {
  /** Part of the path, such as `order/make`. */
  readonly path: string;
  readonly mischief: Mischief;
  /** How many calls it hits. */
  times: number;
}

/** A provider's management API as its documents describe it; state is in memory. */
export interface FakeProvider {
  /** How often each lists, buys and so on, as `GET /path`. */
  readonly calls: string[];
  /** US dollars, or gigabytes where traffic is what is paid. */
  balance: number;
  handle(call: ProviderCall): ProviderReply;
}

/**
 * Answers a call, with the first mischief that is planned for it.
 * @returns `silent` for no answer, `reset` for a closed connection.
 */
export function answerWithMischief(
  provider: FakeProvider,
  plans: readonly PlannedMischief[],
  call: ProviderCall,
): ProviderReply | 'silent' | 'reset' {
  const plan = plans.find(({ path, times }) => times > 0 && call.path.includes(path));
  if (plan) plan.times--;
  const mischief = plan?.mischief;
  if (mischief === 'silent' || mischief === 'reset') return mischief;
  if (typeof mischief === 'object' && 'status' in mischief) return mischief;
  const reply = provider.handle(call);
  if (mischief === 'silent-after') return 'silent';
  if (mischief === 'reset-after') return 'reset';
  return mischief?.after ?? reply;
}

export const json = (status: number, body: unknown): ProviderReply => ({ status, json: body });

/** @returns an empty object for a body that is no JSON object. */
export function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Day of an instant in UTC: 2026-11-23. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Addresses of the range for benchmarks, none of which is anybody's. */
export const fakeAddress = (serial: number): string =>
  `198.19.${(serial >> 8) & 255}.${serial & 255}`;
