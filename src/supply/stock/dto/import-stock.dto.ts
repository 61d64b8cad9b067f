import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsISO8601, IsString, Length, Matches } from 'class-validator';
import { IsPlausible, IfGiven } from '../../../common/http/fields';
import {
  PROXY_LIST_FORMATS,
  type ProxyListFormat,
  STATIC_PROTOCOLS,
  type StaticProtocol,
} from '../../../common/proxy-list/proxy-list.types';

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
