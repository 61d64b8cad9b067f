import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { POOL_KINDS, type PoolKind } from '../catalog/catalog.types';
import { IfGiven } from '../common/http/fields';
import { CountryCode, PlaceCodesDto, SessionTtl } from './proxies.dto';
import { MAX_NOTE, MAX_TAG, PROTOCOLS, type Protocol } from './proxy.types';

/** Of a list of tags before those that differ in case only become one. */
const MAX_LISTED = 50;

export class ProxyLabelsDto {
  /** At most 500 characters; null removes it. Left out, it stays. @example Scraper of prices */
  @IsOptional()
  @IsString({ message: 'The note must be text' })
  @MaxLength(MAX_NOTE, { message: `A note has at most ${MAX_NOTE} characters` })
  note?: string | null;

  /**
   * Replaces the tags: at most ten of at most 32 characters; those that differ in case only are one. Left out, they
   * stay. @example ["lagos"]
   */
  @IfGiven()
  @IsArray({ message: 'tags must be a list' })
  @ArrayMaxSize(MAX_LISTED, { message: `A list has at most ${MAX_LISTED} tags` })
  @IsString({ each: true, message: 'A tag must be text' })
  @MaxLength(MAX_TAG, { each: true, message: `A tag has at most ${MAX_TAG} characters` })
  tags?: string[];

  /** Added to the tags. @example ["shop"] */
  @IfGiven()
  @IsArray({ message: 'add_tags must be a list' })
  @ArrayMaxSize(MAX_LISTED, { message: `A list has at most ${MAX_LISTED} tags` })
  @IsString({ each: true, message: 'A tag must be text' })
  @MaxLength(MAX_TAG, { each: true, message: `A tag has at most ${MAX_TAG} characters` })
  add_tags?: string[];
}

export class TagCountResponse {
  tag: string;
  /** Proxies that have it. */
  count: number;
}

export class TagsData {
  /** The most used first, 200 at most. */
  tags: TagCountResponse[];
}

export class UpdateDatacenterDto {
  /** `proxy_api_id` of the record. @example gw_0kq3v9d2m7x1c5b8n4z6 */
  @IsString({ message: 'proxy_id is the proxy_api_id of the record.' })
  @Length(1, 100, { message: 'proxy_id is the proxy_api_id of the record.' })
  proxy_id: string;

  /** @example socks5 */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;
}

export class UpdateResidentialMobileDto extends IntersectionType(
  UpdateDatacenterDto,
  PlaceCodesDto,
) {
  /** Country code or `zz` for any. @example ng */
  @CountryCode()
  country: string;

  /** 0 as long as possible, -1 a new address on every request, else 1 to 1440 minutes. @example 10 */
  @SessionTtl()
  ttl_minutes: number;

  /** Kind of the proxy; rejected when the proxy has the other kind. @example residential */
  @ApiProperty({ enum: POOL_KINDS, enumName: 'ConnectionType', required: false })
  @IsOptional()
  @IsIn(POOL_KINDS, { message: 'connection_type must be residential or mobile.' })
  connection_type?: PoolKind;
}

export class RotateSessionDto {
  /** The session as named in the username, 1 to 32 letters and digits; the proxy's own when left out. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{1,32}$/, { message: 'A session is named by 1 to 32 letters and digits' })
  session?: string | null;
}
