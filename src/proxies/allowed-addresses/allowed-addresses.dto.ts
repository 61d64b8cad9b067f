import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { MAX_ID } from '../../common/http/request.pipes';
import { ToInteger, PlainText } from '../../common/http/fields';
import { ADDRESS_STATES, type AddressState } from '../proxy.types';

/** Several spellings of one address are one. */
const MAX_SPELLINGS = 200;
const LIST = { message: 'addresses is a list of IPv4 and IPv6 addresses' };
const PROXY_ID = { message: 'proxy_id is the id of one of your proxies.' };

export class AllowedAddressesDto {
  /**
   * The whole list, at most 20 single IPv4 or IPv6 addresses of the public internet; an empty one removes all.
   * @example ["203.0.113.7", "2001:db8::7"]
   */
  @IsArray(LIST)
  @ArrayMaxSize(MAX_SPELLINGS, { message: 'A list has at most 20 addresses' })
  @PlainText()
  @IsString({ ...LIST, each: true })
  addresses: string[];

  /** `id` of one of your proxies, for its own list; left out or null, the list of all your proxies. @example 12 */
  @IsOptional()
  @ToInteger()
  @IsInt(PROXY_ID)
  @Min(1, PROXY_ID)
  @Max(MAX_ID, PROXY_ID)
  proxy_id?: number | null;
}

export class AllowedAddressResponse {
  /** In its canonical form. @example 203.0.113.7 */
  @ApiProperty()
  address: string;
  @ApiProperty()
  created_at: Date;
  /**
   * `pending` until a request with the username and password of one of your proxies has come from there; `active` from
   * then on; `taken` while another customer has proved it. @example active
   */
  @ApiProperty({ enum: ADDRESS_STATES })
  state: AddressState;
  /** When it was last used without a password, to the hour; null unless it is active. */
  last_used_at: Date | null;
}

export class ProxyAllowedAddresses {
  /** @example 12 */
  proxy_id: number;
  addresses: AllowedAddressResponse[];
}

export class AllowedAddressesData {
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** The most addresses of one list. @example 20 */
  limit: number;
  /** The address of this request; null when it cannot be allowed. @example 203.0.113.7 */
  current_address: string | null;
  /** For all proxies of the account, also those that are bought later. */
  account: AllowedAddressResponse[];
  /** For the proxies that have a list of their own. */
  proxies: ProxyAllowedAddresses[];
}
