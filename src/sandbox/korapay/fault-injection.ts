export const FAULT_ROUTES = [
  'initialize',
  'find',
  'webhook',
  'refund',
  'find-refund',
  'pay-ins',
  'payouts',
  'payout-items',
  'balances',
  'open-account',
  'find-account',
  'transfers',
] as const;
export type FaultRoute = (typeof FAULT_ROUTES)[number];

/** Injected behaviour of a route. */
export interface Behaviour {
  /** Hold the request this long, then close the connection. */
  readonly hangMs?: number;
  /** Whether an initialize or a refund takes effect before the fault; false when left out. */
  readonly accept?: boolean;
  /** Status, with `json` or `text`, that replaces the regular response. */
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Merged into `data` of the regular response or webhook: amount, currency, status, … */
  readonly data?: Record<string, unknown>;
  /** Webhooks: number of copies (0 for none), delay and signing key. */
  readonly copies?: number;
  readonly delayMs?: number;
  readonly secret?: string;
}

export interface NewFault {
  readonly route: FaultRoute;
  /** One charge; every charge when null. */
  readonly reference: string | null;
  /** How many calls it hits; all of them when null. */
  readonly times: number | null;
  readonly behaviour: Behaviour;
}

/** @returns null when the body names no known route. */
export function parseFault(body: unknown): NewFault | null {
  if (typeof body !== 'object' || body === null) return null;
  const { route, reference, times, ...behaviour } = body as Record<string, unknown>;
  if (!FAULT_ROUTES.includes(route as FaultRoute)) return null;
  return {
    route: route as FaultRoute,
    reference: typeof reference === 'string' ? reference : null,
    times: Number.isInteger(times) ? (times as number) : null,
    behaviour,
  };
}
