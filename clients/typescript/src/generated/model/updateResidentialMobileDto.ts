import type { ConnectionType } from './connectionType';
import type { Protocol } from './protocol';
import type { SessionTtl } from './sessionTtl';

export interface UpdateResidentialMobileDto {
  /**
   * City code; null, empty or `zz` for any.
   * @nullable
   */
  city?: string | null;
  /** Kind of the proxy; rejected when the proxy has the other kind. */
  connection_type?: ConnectionType;
  /** Country code or `zz` for any. */
  country: string;
  /**
   * ISP code; null, empty or `zz` for any.
   * @nullable
   */
  isp?: string | null;
  protocol: Protocol;
  /**
   * `proxy_api_id` of the record.
   * @minLength 1
   * @maxLength 100
   */
  proxy_id: string;
  /**
   * Region code; null, empty or `zz` for any.
   * @nullable
   */
  region?: string | null;
  ttl_minutes: SessionTtl;
}
