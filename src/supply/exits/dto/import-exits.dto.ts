import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { POOL_KINDS, type PoolKind } from '../../../catalog/catalog.types';
import { IfGiven, trim } from '../../../common/http/fields';
import {
  PROXY_LIST_FORMATS,
  type ProxyListFormat,
  STATIC_PROTOCOLS,
  type StaticProtocol,
} from '../../../common/proxy-list/proxy-list.types';

const MAX_TEXT = 200_000;
const TEXT = {
  message: `Paste a list of at most ${MAX_TEXT.toLocaleString('en-NG')} characters; split a longer one`,
};
const NAME = { message: 'Enter a name of 1 to 100 characters' };
const WEIGHT = { message: 'Weight must be a whole number from 1 to 1000' };

/** Lines say protocol and place themselves, or take what the request says. */
export class ImportExitsDto {
  /** As for stock: a proxy per line or CSV, 5,000 lines at most. @example gate.example.com:7000:user:password */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  /** `auto`, the default, tells the format of each line by itself. */
  @ApiProperty({ enum: PROXY_LIST_FORMATS, enumName: 'ProxyListFormat', required: false })
  @IfGiven()
  @IsIn(PROXY_LIST_FORMATS, { message: 'Choose a format of the list' })
  format?: ProxyListFormat;

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

  /** Of lines without a protocol; `http` when it is left out. */
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol', required: false })
  @IfGiven()
  @IsIn(STATIC_PROTOCOLS, { message: 'Choose http or socks5' })
  protocol?: StaticProtocol;

  /** Only says what an import would do. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}
