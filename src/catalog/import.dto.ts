import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { IfGiven, IsPlausible, trim } from '../common/http/fields';
import {
  PROXY_LIST_FORMATS,
  STATIC_PROTOCOLS,
  type ProxyListFormat,
  type StaticProtocol,
} from '../common/proxy-list';
import { POOL_KINDS, type PoolKind } from './catalog.types';

export const IMPORT_OUTCOMES = ['added', 'duplicate', 'malformed'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** With the rest of the request below the limit of a body. */
const MAX_TEXT = 200_000;
const TEXT = {
  message: `Paste a list of at most ${MAX_TEXT.toLocaleString('en-NG')} characters; split a longer one`,
};

/** Lines say it themselves, or take what the request says. */
export class ImportStockDto {
  /**
   * A proxy per line, 5,000 at most: `ip:port:user:pass`, `user:pass@ip:port`, `ip:port@user:pass`, `user:pass:ip:port`, an
   * `http://` or `socks5://` URL, or CSV whose first line names the columns, such as the exports of Webshare and
   * Proxy-Seller.
   * @example 203.0.113.7:8000:user:password
   */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  /** `auto`, the default, tells the format of each line by itself. */
  @ApiProperty({ enum: PROXY_LIST_FORMATS, enumName: 'ProxyListFormat', required: false })
  @IfGiven()
  @IsIn(PROXY_LIST_FORMATS, { message: 'Choose a format of the list' })
  format?: ProxyListFormat;

  /** ISO 3166-1 code in lower case, of lines without a country. @example de */
  @IfGiven()
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  /** Of lines without a protocol; `http` when it is left out. */
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol', required: false })
  @IfGiven()
  @IsIn(STATIC_PROTOCOLS, { message: 'Choose http or socks5' })
  protocol?: StaticProtocol;

  /** When the provider takes back the units of lines without an end; no end is known when it is left out. */
  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfGiven()
  @IsPlausible({ message: 'The end must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, { message: 'The end must be a date and time' })
  upstream_expires_at?: string;

  /** Only says what an import would do. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}

const NAME = { message: 'Enter a name of 1 to 100 characters' };
const WEIGHT = { message: 'Weight must be a whole number from 1 to 1000' };

/** Lines say protocol and place themselves, or take what the request says. */
export class ImportExitsDto extends PickType(ImportStockDto, ['format', 'protocol', 'dry_run']) {
  /** As for stock: a proxy per line or CSV, 5,000 lines at most. @example gate.example.com:7000:user:password */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  @ApiProperty({ enum: POOL_KINDS, enumName: 'PoolKind' })
  @IsIn(POOL_KINDS, { message: 'Choose residential or mobile' })
  kind: PoolKind;

  /** ISO 3166-1 code in lower case, of lines without a country. @example ng */
  @IfGiven()
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  /** Name of the region of lines without one. @example Lagos */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  region?: string;

  /** Name of the city of lines without one. @example Ikeja */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  city?: string;

  /** Name of the internet provider of lines without one. @example MTN */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  isp?: string;

  /** Relative share of the sessions of its place, 1 to 1000; 1 when it is left out. */
  @IfGiven()
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight?: number;
}

/** What became of a line; of a malformed one its number and the reason only. */
export class ImportedLineResponse {
  /** From 1. */
  line: number;
  @ApiProperty({ enum: IMPORT_OUTCOMES, enumName: 'ImportOutcome' })
  outcome: ImportOutcome;
  address: string | null;
  port: number | null;
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol', nullable: true })
  protocol: StaticProtocol | null;
  country: string | null;
  /** Why it was not added. */
  reason: string | null;
}

export class ImportedCountryResponse {
  country: string;
  country_name: string;
  added: number;
}

export class ImportCountsResponse {
  added: number;
  duplicate: number;
  malformed: number;
}

export class ImportData {
  /** Nothing was written: `added` is what an import would add. */
  dry_run: boolean;
  counts: ImportCountsResponse;
  countries: ImportedCountryResponse[];
  /** In the order of the text, without empty lines and comments. */
  lines: ImportedLineResponse[];
}
