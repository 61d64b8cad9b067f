import type { Exit } from '../../src/gateway/exits/exit';

/** A simulated residential exit in Nigeria. */
export const createExit = (id: number, more: Partial<Exit> = {}): Exit => ({
  id,
  kind: 'residential',
  country: 'ng',
  region: null,
  city: null,
  isp: null,
  localAddress: `127.0.0.${id}`,
  upstream: null,
  weight: 1,
  simulated: true,
  ...more,
});
