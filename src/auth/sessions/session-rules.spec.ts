import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import { isLive, needsTouch, type LiveSession } from './session-rules';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const session = (overrides: Partial<LiveSession> = {}): LiveSession => ({
  id: 'b6f3c1f2-0000-7000-8000-000000000000',
  userId: 7,
  createdAt: ago(HOUR),
  lastSeenAt: ago(MINUTE),
  expiresAt: ago(-HOUR),
  revokedAt: null,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  status: 'active',
  closedAt: null,
  ...overrides,
});

describe('A session', () => {
  it('carries its user while nothing speaks against it', () => {
    expect(isLive(session(), 'user', NOW)).toBe(true);
  });

  it.each<[string, Partial<LiveSession>]>([
    ['was ended', { revokedAt: ago(1) }],
    ['is at its absolute end', { expiresAt: NOW }],
    ['was silent for 7 days', { lastSeenAt: ago(7 * DAY) }],
    ['belongs to a suspended user', { status: 'suspended' }],
    ['belongs to an inactive user', { status: 'inactive' }],
    ['belongs to a closed account', { closedAt: ago(1) }],
    ['belongs to somebody promoted since', { role: 'admin' }],
  ])('is dead when it %s', (_, overrides) => {
    expect(isLive(session(overrides), 'user', NOW)).toBe(false);
  });

  it('of staff bears less silence than one of a customer', () => {
    const silent = { lastSeenAt: ago(2 * HOUR) };
    expect(isLive(session(silent), 'user', NOW)).toBe(true);
    expect(isLive(session({ ...silent, role: 'sub-admin' }), 'sub-admin', NOW)).toBe(false);
    const shorter = { lastSeenAt: ago(2 * HOUR - 1), role: 'admin' as const };
    expect(isLive(session(shorter), 'admin', NOW)).toBe(true);
  });

  it('has its last use written a minute after the last writing', () => {
    expect(needsTouch(session({ lastSeenAt: ago(MINUTE - 1) }), NOW)).toBe(false);
    expect(needsTouch(session({ lastSeenAt: ago(MINUTE) }), NOW)).toBe(true);
  });
});
