import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { PlainText } from '../../common/http/fields';

export const SEARCH_KINDS = ['user', 'proxy', 'transaction', 'order', 'invoice', 'ticket'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export class AdminSearchQuery {
  /** Three letters or digits in a row, or an id such as `12` or `#12`. @example ada */
  @PlainText()
  @IsString()
  @MinLength(1, { message: 'Search needs a text' })
  @MaxLength(100, { message: 'Search takes at most 100 characters' })
  q: string;
}

export class SearchResult {
  @ApiProperty({ enum: SEARCH_KINDS, enumName: 'SearchKind' })
  kind: SearchKind;
  id: number;
  /** @example Ada Obi */
  title: string;
  /** @example ada@example.com · +2348031234567 */
  subtitle: string;
  /** Path of the web app that shows it. @example /admin/userprofile?id=12 */
  url: string;
}

export class AdminSearchData {
  /** At most 5 of each kind that the role may see. */
  results: SearchResult[];
}
