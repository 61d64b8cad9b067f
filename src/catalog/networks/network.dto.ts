import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { DIALECT_IDS } from '../../common/dialects/dialects';
import { MAX_TEMPLATE } from '../../common/dialects/template';
import type { UpstreamProtocol } from '../../common/dialects/dialect';
import {
  IfGiven,
  trim,
  PlainLowerCase,
  PlainText,
  IsCountryCode,
  HasVisibleLetter,
} from '../../common/http/fields';
import { EnableAnywayDto } from '../enable-anyway.dto';
import {
  GIGABYTE_SIZES,
  NETWORK_KINDS,
  type NetworkKind,
  UPSTREAM_PROTOCOLS,
} from './network.entity';
import { MAX_ID } from '../../common/http/request.pipes';

const NAME = { message: 'Enter a name of 2 to 100 characters' };
const HOST = { message: 'Enter the host name or IP address of the provider’s gateway, no URL' };
const PORT = { message: 'Enter a port from 1 to 65535' };
const USERNAME = {
  message:
    'Enter the user name of the account: 1 to 128 printable characters without spaces or colons',
};
const PASSWORD = { message: 'Enter a password of 1 to 128 printable characters without spaces' };
const TEMPLATE = { message: `A template has 1 to ${MAX_TEMPLATE} characters` };
const COUNTRIES = { message: 'Choose * for every country, or 1 to 250 different country codes' };
const SWITCH = { message: 'Choose true or false' };
const COST = { message: 'Enter a cost from 0 to 1000 US dollars, with at most 6 decimals' };
const GIGABYTE = { message: `A gigabyte has ${GIGABYTE_SIZES.join(' or ')} bytes` };
const FACTOR = { message: 'Enter a factor from 1 to 10, with at most 2 decimals' };
const CONCURRENCY = { message: 'Enter a number of connections from 1 to 1,000,000' };
const BALANCE = { message: 'Enter a balance from 0 to 1,000,000 US dollars' };
const ACCOUNT = { message: 'Choose a connected account' };
const BUDGET = { message: 'Enter a budget from 1 to 1,000,000 whole gigabytes' };
const WEIGHT = { message: 'Enter a weight from 1 to 1000' };
const NOTE = { message: 'A note has at most 1000 characters' };
const HOSTNAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:.]+)$/;

export class NetworkTargetingDto {
  /** Whether customers may choose a region through this network. */
  @IsBoolean(SWITCH)
  region: boolean;

  /** Whether they may choose a city. */
  @IsBoolean(SWITCH)
  city: boolean;

  /** Whether they may choose an internet provider. */
  @IsBoolean(SWITCH)
  isp: boolean;

  /** Whether they may choose one by its AS number; false when left out. */
  @IfGiven()
  @IsBoolean(SWITCH)
  asn?: boolean;
}

export class NetworkDto extends EnableAnywayDto {
  /** What staff call it; unique, 2 to 100 characters. @example Oxylabs residential */
  @Transform(trim)
  @IsString(NAME)
  @HasVisibleLetter(NAME)
  @Length(2, 100, NAME)
  name: string;

  /** Id of a dialect. @example oxylabs */
  @ApiProperty({ enum: DIALECT_IDS, enumName: 'DialectId' })
  @IsIn(DIALECT_IDS, { message: 'Choose a dialect of the list' })
  dialect: string;

  @ApiProperty({ enum: NETWORK_KINDS, enumName: 'NetworkKind' })
  @IsIn(NETWORK_KINDS, { message: 'Choose residential or mobile' })
  kind: NetworkKind;

  /** How the gateway of the provider is spoken to; `https` is CONNECT inside TLS. */
  @ApiProperty({ enum: UPSTREAM_PROTOCOLS, enumName: 'UpstreamProtocol' })
  @IsIn(UPSTREAM_PROTOCOLS, { message: 'Choose http, https or socks5' })
  protocol: UpstreamProtocol;

  /** Host name or IP address. @example pr.oxylabs.io */
  @PlainLowerCase()
  @Matches(HOSTNAME, HOST)
  host: string;

  /** @example 7777 */
  @IsInt(PORT)
  @Min(1, PORT)
  @Max(65535, PORT)
  port: number;

  /** Of the account at the provider, as its dashboard shows it. @example customer-nairaproxy */
  @PlainText()
  @Matches(/^[!-9;-~]{1,128}$/, USERNAME)
  username: string;

  /** Instead of the dialect's; needed for `custom`. @example {user}[-cc-{country}][-session-{session}] */
  @IsOptional()
  @IsString(TEMPLATE)
  @Length(1, MAX_TEMPLATE, TEMPLATE)
  username_template?: string | null;

  /** Instead of the dialect's. */
  @IsOptional()
  @IsString(TEMPLATE)
  @Length(1, MAX_TEMPLATE, TEMPLATE)
  password_template?: string | null;

  /** `*` for every country, or two-letter codes in lower case. @example ["us", "gb"] */
  @ApiProperty({
    oneOf: [
      { type: 'string', enum: ['*'] },
      { type: 'array', items: { type: 'string' } },
    ],
  })
  @ValidateIf((_, value) => value !== '*')
  @IsArray(COUNTRIES)
  @ArrayMinSize(1, COUNTRIES)
  @ArrayMaxSize(250, COUNTRIES)
  @ArrayUnique(COUNTRIES)
  @IsCountryCode({
    each: true,
    message: 'Use ISO country codes in lower case, such as gb for the UK',
  })
  countries: '*' | string[];

  @IsObject({ message: 'Say which of region, city, isp and asn customers may choose' })
  @ValidateNested()
  @Type(() => NetworkTargetingDto)
  targeting: NetworkTargetingDto;

  /** What a gigabyte costs the shop, in US dollars. @example 3.5 */
  @IsNumber({ maxDecimalPlaces: 6 }, COST)
  @Min(0, COST)
  @Max(1000, COST)
  cost_usd_per_gb: number;

  /** What the provider counts as a gigabyte. @example 1000000000 */
  @ApiProperty({ enum: GIGABYTE_SIZES })
  @IsIn(GIGABYTE_SIZES, GIGABYTE)
  bytes_per_gb: number;

  /** How many times the cost is charged for traffic with a region, city or ISP; 1 when empty. @example 2 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, FACTOR)
  @Min(1, FACTOR)
  @Max(10, FACTOR)
  precise_cost_factor?: number | null;

  /** Gigabytes of the provider a day of Lagos, after which the network rests until midnight. @example 50 */
  @IsOptional()
  @IsInt(BUDGET)
  @Min(1, BUDGET)
  @Max(1_000_000, BUDGET)
  daily_budget_gb?: number | null;

  /** The same for a month, after which it rests until the first of the next one. @example 1000 */
  @IsOptional()
  @IsInt(BUDGET)
  @Min(1, BUDGET)
  @Max(1_000_000, BUDGET)
  monthly_budget_gb?: number | null;

  /** Connections at once that the plan allows, over all gateways: each takes its share, rounded up. @example 500 */
  @IsOptional()
  @IsInt(CONCURRENCY)
  @Min(1, CONCURRENCY)
  @Max(1_000_000, CONCURRENCY)
  concurrency_limit?: number | null;

  /** Staff are told when the last known balance at the provider is below it, in US dollars. @example 20 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, BALANCE)
  @Min(0, BALANCE)
  @Max(1_000_000, BALANCE)
  minimum_balance_usd?: number | null;

  /** Id of the connected account whose balance and counts are those of this network. Empty: the only one of its provider. */
  @IsOptional()
  @IsInt(ACCOUNT)
  @Min(1, ACCOUNT)
  @Max(2_147_483_647, ACCOUNT)
  provider_id?: number | null;

  /** Share of the sessions among networks and exits of the same place, 1 to 1000. @example 1 */
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight: number;

  /** Whether its places are on sale and gateways use it. It is tested first, and stays disabled when the test fails. */
  @IsBoolean(SWITCH)
  enabled: boolean;

  /** For staff, at most 1000 characters. */
  @IsOptional()
  @IsString(NOTE)
  @MaxLength(1000, NOTE)
  note?: string | null;
}

export class CreateNetworkDto extends NetworkDto {
  /** Of the account; stored encrypted and never shown again. @example correct-horse */
  @Matches(/^[!-~]{1,128}$/, PASSWORD)
  password: string;
}

export class UpdateNetworkDto extends NetworkDto {
  /** Of the account; without it, or masked as it was read, the stored one stays. Another protocol, host or port needs it. */
  @IfGiven()
  @Matches(/^([!-~]{1,128}|•+)$/, PASSWORD)
  password?: string;
}

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

  /** A code, or `AS` and the number of a network. @example mtn */
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

/** A network that is not stored yet, as far as its credentials depend on it, and a request through it. */
export class PreviewDraftDto extends IntersectionType(
  PickType(NetworkDto, [
    'dialect',
    'username',
    'username_template',
    'password_template',
    'countries',
    'targeting',
  ]),
  PreviewNetworkDto,
) {
  /** Of the stored network whose list of places is used. */
  @IfGiven()
  @IsInt({ message: 'network_id must be a whole number' })
  @Min(1, { message: 'network_id must be a whole number' })
  @Max(MAX_ID, { message: 'network_id is no id of a network' })
  network_id?: number;
}
