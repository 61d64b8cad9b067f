import { type ClientInfo, type SessionActor, getPersonId } from './actor';
import { MINUTE, Clock } from '../time/clock';
import { Injectable, Logger } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { DomainError } from '../errors/domain-error';
import { Metrics, type Counter } from '../metrics/metrics';
import { getClientInfo, type AuthenticatedRequest } from './access.decorators';

/**
 * Refusals that may belong to an attack. Logged as `security.<name>` and counted by name; never
 * rename one, since alerts of operators refer to them.
 */
export const SECURITY_EVENTS = [
  'access_denied',
  'rate_limited',
  'sign_in_failed',
  'password_rejected',
  'code_rejected',
  'key_rejected',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

export interface SecurityEvent {
  readonly name: SecurityEventName;
  /** Of the error. */
  readonly code: string;
  /** Method and route pattern, such as `POST /api/v1/admin/users`. */
  readonly route: string;
  readonly client: ClientInfo;
  /** The signed-in user, if any. */
  readonly actor?: SessionActor;
  /** Events of the same name and origin in the minute before, which were only counted. */
  readonly suppressed: number;
}

/** Bounds the memory: keys are made of what callers send. */
const MAX_KEYS = 10_000;

interface Window {
  readonly startedAt: number;
  suppressed: number;
}

/** Lets the first event of a key through in each minute and counts the others. */
export class EventSampler {
  private readonly windows = new Map<string, Window>();

  /** @returns the events suppressed since the last one let through; null to suppress this one. */
  admit(key: string, now: Date): number | null {
    const window = this.windows.get(key);
    if (window && now.getTime() - window.startedAt < MINUTE) {
      window.suppressed += 1;
      return null;
    }
    if (!window && this.windows.size >= MAX_KEYS) this.windows.clear();
    this.windows.set(key, { startedAt: now.getTime(), suppressed: 0 });
    return window?.suppressed ?? 0;
  }
}

/** A customer line has a network of this size, and with it any number of addresses. */
const IPV6_PREFIX = 64;

type Listener = (event: SecurityEvent) => void;

/**
 * Counts every refused request that may belong to an attack, and logs the first per origin and minute:
 * a flood of requests must not become a flood of log lines.
 */
@Injectable()
export class SecurityEventLog {
  private readonly logger = new Logger(SecurityEventLog.name);
  private readonly sampler = new EventSampler();
  private readonly counter: Counter<'event'>;
  private readonly listeners: Listener[] = [];

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.counter = metrics.counter(
      'security_events_total',
      'Refused requests by kind: access_denied, rate_limited, sign_in_failed, password_rejected, code_rejected, key_rejected.',
      ['event'],
    );
  }

  /** Called for the events that are logged. */
  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Ignores errors that are no security event. */
  record(error: unknown, request: AuthenticatedRequest): void {
    const name = error instanceof DomainError ? toEventName(error) : null;
    if (!name) return;
    this.counter.inc({ event: name });
    const { user: actor } = request;
    const client = getClientInfo(request);
    const origin = actor ? `user ${getPersonId(actor)}` : normalizeIp(client.ip, IPV6_PREFIX);
    const suppressed = this.sampler.admit(`${name} ${origin}`, this.clock.now());
    if (suppressed === null) return;
    const { code } = error as DomainError;
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const event: SecurityEvent = { name, code, route, client, actor, suppressed };
    this.logger.warn(
      {
        event: `security.${name}`,
        code,
        route,
        ip: client.ip,
        userId: actor && getPersonId(actor),
        suppressed,
      },
      'Request refused',
    );
    for (const listener of this.listeners) listener(event);
  }
}

function toEventName({ kind, securityEvent }: DomainError): SecurityEventName | null {
  if (securityEvent) return securityEvent;
  if (kind === 'forbidden') return 'access_denied';
  return kind === 'throttled' ? 'rate_limited' : null;
}
