import type { Protocol } from './protocol';

export interface UpdateDatacenterDto {
  protocol: Protocol;
  /**
   * `proxy_api_id` of the record.
   * @minLength 1
   * @maxLength 100
   */
  proxy_id: string;
}
