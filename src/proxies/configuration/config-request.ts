import type { Actor } from '../../common/security/actor';
import type { ProxyConfig } from '../ports/proxy-provider.port';

/** A configuration that the provider has yet to apply, and who requested it. */
export interface ConfigRequest {
  readonly config: ProxyConfig;
  readonly actor: Pick<Actor, 'userId' | 'name' | 'role' | 'ip' | 'userAgent' | 'member'>;
}
