import type { Credential } from '../../src/gateway/auth/credential';

/** An unmetered mobile proxy of any country that never expires. */
export const createCredential = (more: Partial<Credential> = {}): Credential => ({
  proxyId: 1,
  username: 'u',
  digest: Buffer.alloc(32),
  kind: 'mobile',
  country: 'zz',
  region: null,
  city: null,
  isp: null,
  reach: null,
  ttlMinutes: 0,
  sessionId: '',
  rotations: new Map(),
  subUsers: new Map(),
  exitNodeId: null,
  exitAddress: null,
  limitBytes: null,
  usedBytes: 0,
  status: 'active',
  expiresAt: Infinity,
  ...more,
});
