import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import { isSessionActive, shouldUpdateLastSeen, type SessionWithUser } from './session.entity';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const session = (overrides: Partial<SessionWithUser> = {}): SessionWithUser => ({
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
  mustChangePassword: false,
  staffRoleId: null,
  staffRoleName: null,
  permissions: null,
  allowedAddresses: null,
  needsTwoFactor: null,
  ownerId: null,
  teamRole: 'buyer',
  isOwnerActive: null,
  isPaused: false,
  ...overrides,
});

describe('isSessionActive', () => {
  it('should accept an active session', () => {
    expect(isSessionActive(session(), 'user', NOW)).toBe(true);
  });

  it.each<[string, Partial<SessionWithUser>]>([
    ['was revoked', { revokedAt: ago(1) }],
    ['has reached its expiry', { expiresAt: NOW }],
    ['was idle for 7 days', { lastSeenAt: ago(7 * DAY) }],
    ['belongs to a suspended user', { status: 'suspended' }],
    ['belongs to an inactive user', { status: 'inactive' }],
    ['belongs to a closed account', { closedAt: ago(1) }],
    ['belongs to a user promoted since', { role: 'admin' }],
    ['belongs to a member whose owner is suspended', { ownerId: 8, isOwnerActive: false }],
  ])('should reject a session that %s', (_, overrides) => {
    expect(isSessionActive(session(overrides), 'user', NOW)).toBe(false);
  });

  it('should allow staff a shorter idle time than customers', () => {
    const idle = { lastSeenAt: ago(2 * HOUR) };
    expect(isSessionActive(session(idle), 'user', NOW)).toBe(true);
    expect(isSessionActive(session({ ...idle, role: 'sub-admin' }), 'sub-admin', NOW)).toBe(false);
    const shorter = { lastSeenAt: ago(2 * HOUR - 1), role: 'admin' as const };
    expect(isSessionActive(session(shorter), 'admin', NOW)).toBe(true);
  });

  it('should update the last use after a minute', () => {
    expect(shouldUpdateLastSeen(session({ lastSeenAt: ago(MINUTE - 1) }), NOW)).toBe(false);
    expect(shouldUpdateLastSeen(session({ lastSeenAt: ago(MINUTE) }), NOW)).toBe(true);
  });
});
