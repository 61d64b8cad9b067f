import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { MAX_ID } from '../../../common/http/request.pipes';
import { ToInteger, PlainText } from '../../../common/http/fields';

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
