import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { IfGiven, IsCountryCode } from '../../../common/http/fields';

const PLACE = /^[\w.-]{1,64}$/;
const PLACE_MESSAGE = 'Use the code of a place: 1 to 64 letters, digits, dots, hyphens and _';
const SESSION = { message: 'A session has 1 to 32 letters and digits' };
const TTL = { message: 'Enter minutes from 0 to 1440, or -1 for a new address per connection' };
const COUNTRY = { message: 'Use an ISO country code in lower case, such as gb for the UK' };

export class ProbeNetworkDto {
  /** Two-letter code in lower case; any country without it. @example us */
  @IfGiven()
  @IsCountryCode(COUNTRY)
  country?: string;
}

export class PreviewNetworkDto extends ProbeNetworkDto {
  /** @example california */
  @IfGiven()
  @IsString({ message: PLACE_MESSAGE })
  @Matches(PLACE, { message: PLACE_MESSAGE })
  region?: string;

  /** @example los_angeles */
  @IfGiven()
  @IsString({ message: PLACE_MESSAGE })
  @Matches(PLACE, { message: PLACE_MESSAGE })
  city?: string;

  /** @example mtn */
  @IfGiven()
  @IsString({ message: PLACE_MESSAGE })
  @Matches(PLACE, { message: PLACE_MESSAGE })
  isp?: string;

  /** A customer's session name; without it and `ttl_minutes` the connection is a rotating one. @example a1 */
  @IfGiven()
  @IsString(SESSION)
  @Matches(/^[A-Za-z0-9]{1,32}$/, SESSION)
  session?: string;

  /** How long to keep the address: 0 as long as possible, -1 not at all. @example 10 */
  @IfGiven()
  @IsInt(TTL)
  @Min(-1, TTL)
  @Max(1440, TTL)
  ttl_minutes?: number;
}
