import type { ReportedState } from '../../common/gateway/gateway-messages';
import { type DiagnosisFacts, findReasons } from './proxy-diagnosis.reasons';

const now = new Date('2026-11-29T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const proxy: DiagnosisFacts['proxy'] = {
  ...{ id: 7, type: 'residential', location: 'ng', region: null, city: 'lagos', isp: null },
  ...{ status: 'active', is_expired: false, expires_at: ago(-24), protocol: 'http', ip: null },
  ...{ endpoint: 'gate.example.com:3128', user: { id: 1, name: 'Ada', email: 'ada@example.com' } },
};
const state: ReportedState = {
  ...{ refusal: null, chosen: 1, chosenUntil: null, candidates: [], candidateCount: 1 },
  ...{ dials: [], wrongPasswords: null, connectionLimit: 200 },
};
const network: DiagnosisFacts['networks'][number] = {
  ...{ id: 3, name: 'Decodo', state: 'ready', last_error: null },
  ...{ requests: 0, bytes: 0, last_used_on: null },
};
const answer = (more: Partial<ReportedState>, gateway = 'lagos-1') => ({
  ...{ gateway, state: { ...state, ...more } },
});
const refusing = (code: NonNullable<ReportedState['refusal']>['code'], gateway?: string) =>
  answer({ refusal: { code, message: 'No.' } }, gateway);

const find = (more: Partial<DiagnosisFacts> = {}) =>
  findReasons({
    ...{ proxy, isRefunded: false, isRenewable: true, usedBytes: 10, limitBytes: 100, now },
    ...{ suspendedBy: { staff: false, owner: false, account: false }, lastSeenAt: ago(1) },
    ...{ gateways: [{ id: 'lagos-1', isLive: true, heartbeatAt: now }], states: [answer({})] },
    ...{ isComplete: true, openConnections: 0, networks: [network], failures: [] },
    ...{ addresses: { enabled: true, listed: [] } },
    ...more,
  });
const first = (more: Partial<DiagnosisFacts>) => {
  const [reason] = find(more);
  return reason && `${reason.is_blocking ? '!' : '?'} ${reason.code}: ${reason.message}`;
};

describe('findReasons', () => {
  it('should find nothing about a proxy that works', () => expect(find()).toEqual([]));

  it.each<[string, Partial<DiagnosisFacts>]>([
    [
      '! PROXY_EXPIRED: It expired on 28 Nov 2026, 13:00.',
      { proxy: { ...proxy, is_expired: true, expires_at: ago(24) } },
    ],
    [
      '! PROXY_SUSPENDED: Its order was refunded, which ended it.',
      { states: [refusing('PROXY_SUSPENDED')], isRefunded: true },
    ],
    [
      '! PROXY_SUSPENDED: It is suspended by the suspension of the account and its owner.',
      {
        proxy: { ...proxy, status: 'suspended' },
        suspendedBy: { staff: false, owner: true, account: true },
      },
    ],
    ['! QUOTA_EXCEEDED: All the traffic that was bought is used up.', { usedBytes: 100 }],
    [
      '! GATEWAY_SILENT: No gateway is running: the last one reported on 29 Nov 2026, 12:00.',
      { gateways: [{ id: 'a', isLive: false, heartbeatAt: ago(1) }], states: [] },
    ],
    [
      '? GATEWAY_NOT_ANSWERING: Not every gateway answered within a second.',
      { isComplete: false, states: [] },
    ],
    [
      '! NO_EXIT: No network or exit serves residential in lagos, Nigeria now. Decodo has used up its budget.',
      { states: [refusing('NO_EXIT')], networks: [{ ...network, state: 'spent' }] },
    ],
    [
      '! NO_EXIT: No gateway serves its address 203.0.113.9.',
      { states: [refusing('NO_EXIT')], proxy: { ...proxy, ip: '203.0.113.9' } },
    ],
    [
      '? NETWORK_TROUBLE: Decodo is out of sale after failed tests (It does not answer).',
      { networks: [{ ...network, state: 'down', last_error: 'It does not answer' }] },
    ],
    [
      '! TOO_MANY_CONNECTIONS: 200 connections are open, of 200 that it may have.',
      { states: [refusing('TOO_MANY_CONNECTIONS')], openConnections: 200 },
    ],
    [
      '? PROXY_EXPIRED: A gateway refuses it: No. Gateway b only.',
      { states: [answer({}), refusing('PROXY_EXPIRED', 'b')] },
    ],
    [
      '? WRONG_PASSWORD: 4 requests with its username had a wrong password within the last hour.',
      { states: [answer({ wrongPasswords: { count: 4, lastAt: 0 } })] },
    ],
    [
      '? ADDRESS_NOT_ALLOWED: From 203.0.113.7 a password is still needed: the address is on the list but not proved by the customer.',
      { addresses: { enabled: true, listed: [{ address: '203.0.113.7', state: 'pending' }] } },
    ],
    [
      '? NO_REQUESTS: No request with its username has ever reached a gateway.',
      { lastSeenAt: null },
    ],
  ])('should find %s', (expected, more) => expect(first(more)).toBe(expected));

  it('should say a failure of the last hour with what to tell the customer, once', () => {
    const failure: DiagnosisFacts['failures'][number] = {
      ...{ reason: 'TARGET_TIMEOUT', count: 1, last_at: now, title: 'Target too slow' },
      ...{ cause: 'The target did not answer in time.', how_to_fix: 'Try again.' },
    };
    expect(find({ failures: [failure] })).toEqual([
      {
        code: 'TARGET_TIMEOUT',
        is_blocking: false,
        message: 'Target too slow: 1 request refused in the last hour.',
        how_to_fix: 'Tell the customer: “Try again.”',
      },
    ]);
    const used: typeof failure = { ...failure, reason: 'QUOTA_EXCEEDED' };
    expect(find({ failures: [used], usedBytes: 100 })).toHaveLength(1);
  });

  it('should not hold it against a dedicated address that other gateways do not have it', () =>
    expect(
      find({
        proxy: { ...proxy, ip: '203.0.113.9' },
        states: [answer({}), refusing('NO_EXIT', 'b')],
      }),
    ).toEqual([]));
});
