import type { AutoRenewResponse } from './autoRenewResponse';
import type { ProxyResponsePoolData } from './proxyResponsePoolData';
import type { Protocol } from './protocol';
import type { ProxyStatus } from './proxyStatus';
import type { ProxyType } from './proxyType';

export interface ProxyResponse {
  auto_renew: AutoRenewResponse;
  /**
   * Percent of the traffic used, 0 to 100, one decimal; null when not limited by traffic.
   * @nullable
   */
  bandwidth_usage_percentage: number | null;
  /** Whether you can renew it: not suspended by staff, not refunded, and not expired; residential and mobile proxies also
up to 30 days after their expiry. */
  can_renew: boolean;
  /** Whether you can replace its address: an active datacenter proxy that is not on one of the shop's own exits. */
  can_replace_address: boolean;
  /** host:port for the chosen protocol. */
  connection_string: string;
  created_at: string;
  /** Days until the expiry, started days included; 0 when expired. */
  days_until_expiration: number;
  expires_at: string;
  host: string;
  id: number;
  /**
   * Dedicated address of a datacenter proxy, else null.
   * @nullable
   */
  ip: string | null;
  is_expired: boolean;
  /** Country code, or `zz` for any. */
  location: string;
  /**
   * What you wrote on it.
   * @nullable
   */
  note: string | null;
  password: string;
  /**
   * Null for datacenter proxies.
   * @nullable
   */
  pool_data: ProxyResponsePoolData;
  /** Port for HTTP. */
  port: number;
  /** Port for SOCKS5. */
  port_socks5: number;
  /** Price paid, whole naira. */
  price: number;
  protocol: Protocol;
  /** `proxy_id` of the update calls. */
  proxy_api_id: string;
  /** `expired` whenever `is_expired`. */
  status: ProxyStatus;
  /** You suspended it yourself, and can resume it. */
  suspended_by_owner: boolean;
  /** What you sort it by. */
  tags: string[];
  type: ProxyType;
  username: string;
  uuid: string;
}
