import type { Credential } from '../../src/gateway/auth/credential';

/** A mobile proxy from anywhere without a limit, which never ends. */
export const aCredential = (more: Partial<Credential> = {}): Credential => ({
  proxyId: 1,
  username: 'u',
  digest: Buffer.alloc(32),
  kind: 'mobile',
  country: 'zz',
  region: null,
  city: null,
  isp: null,
  ttlMinutes: 0,
  sessionId: '',
  exitNodeId: null,
  exitAddress: null,
  limitBytes: null,
  usedBytes: 0,
  status: 'active',
  expiresAt: Infinity,
  ...more,
});
