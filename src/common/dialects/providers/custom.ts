import type { Dialect } from '../dialect.types';

/** Any other provider: its templates are those of the network. */
export const CUSTOM: Dialect = {
  id: 'custom',
  name: 'Custom',
  usernameTemplate: '',
  passwordTemplate: '{pass}',
  session: { alphabet: 'lower', length: 16, min: 1, max: 64 },
  ttl: { minMinutes: 1, maxMinutes: 1440 },
  protocols: ['http', 'https', 'socks5'],
  host: null,
  ports: {},
  refusals: [],
  sources: [],
};
