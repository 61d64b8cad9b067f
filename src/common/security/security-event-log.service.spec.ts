import { Logger } from '@nestjs/common';
import { DomainError } from '../errors/domain-error';
import { Metrics } from '../metrics/metrics';
import { Clock, MINUTE, SECOND } from '../time/clock';
import type { AuthenticatedRequest } from './access.decorators';
import { type SecurityEvent, SecurityEventLog } from './security-event-log.service';

class ManualClock extends Clock {
  time = Date.UTC(2026, 10, 22);
  override now(): Date {
    return new Date(this.time);
  }
}

describe('SecurityEventLog', () => {
  const setUp = () => {
    const [metrics, clock] = [new Metrics(), new ManualClock()];
    const log = new SecurityEventLog(metrics, clock);
    const events: SecurityEvent[] = [];
    log.subscribe((event) => events.push(event));
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const count = async (event: string) => {
      const { values } = await metrics.registry.getSingleMetric('security_events_total')!.get();
      return values.find(({ labels }) => labels.event === event)?.value ?? 0;
    };
    return { log, clock, events, warn, count };
  };
  afterEach(() => jest.restoreAllMocks());

  const request = (ip = '203.0.113.7', userId?: number) =>
    ({
      ip,
      method: 'POST',
      headers: { 'user-agent': 'curl' },
      routeOptions: { url: '/api/v1/admin/users' },
      ...(userId && { user: { userId } }),
    }) as unknown as AuthenticatedRequest;
  const forbidden = new DomainError('forbidden', 'FORBIDDEN', 'No.');

  it('should log name, code, route, address and user, and neither body nor token', () => {
    const { log, warn } = setUp();
    log.record(forbidden, request('203.0.113.7', 12));
    expect(warn.mock.calls[0]).toEqual([
      {
        event: 'security.access_denied',
        code: 'FORBIDDEN',
        route: 'POST /api/v1/admin/users',
        ip: '203.0.113.7',
        userId: 12,
        suppressed: 0,
      },
      'Request refused',
    ]);
  });

  it('should count all, and log one a minute of each kind and origin', async () => {
    const { log, clock, events, count } = setUp();
    for (let attempt = 0; attempt < 1000; attempt += 1) log.record(forbidden, request());
    log.record(new DomainError('throttled', 'TOO_MANY_REQUESTS', 'Wait.'), request());
    log.record(forbidden, request('203.0.113.8'));
    expect(events.map(({ name, client }) => [name, client.ip])).toEqual([
      ['access_denied', '203.0.113.7'],
      ['rate_limited', '203.0.113.7'],
      ['access_denied', '203.0.113.8'],
    ]);
    expect([await count('access_denied'), await count('rate_limited')]).toEqual([1001, 1]);
    clock.time += MINUTE - SECOND;
    log.record(forbidden, request());
    expect(events).toHaveLength(3);
    clock.time += SECOND;
    log.record(forbidden, request());
    expect(events.at(-1)).toMatchObject({ name: 'access_denied', suppressed: 1000 });
  });

  it('should take failures that are marked, and no other error', async () => {
    const { log, events, count } = setUp();
    const marked = new DomainError('invalid', 'X', 'No.').asSecurityEvent('password_rejected');
    log.record(marked, request());
    for (const error of [
      new DomainError('invalid', 'VALIDATION_FAILED', 'No.'),
      new DomainError('not_found', 'NOT_FOUND', 'No.'),
      new Error('broken'),
    ])
      log.record(error, request());
    expect(events.map(({ name }) => name)).toEqual(['password_rejected']);
    expect(await count('password_rejected')).toBe(1);
  });

  it('should take the addresses of one IPv6 network for one origin', () => {
    const { log, events } = setUp();
    for (const host of [1, 2, 3]) log.record(forbidden, request(`2001:db8:0:1::${host}`));
    log.record(forbidden, request('2001:db8:0:2::1'));
    expect(events.map(({ client }) => client.ip)).toEqual(['2001:db8:0:1::1', '2001:db8:0:2::1']);
  });

  it('should bound what it remembers of origins', () => {
    const { log, events } = setUp();
    for (let host = 0; host < 10_001; host += 1) log.record(forbidden, request(`host-${host}`));
    log.record(forbidden, request('host-0'));
    expect(events).toHaveLength(10_002);
  });
});
