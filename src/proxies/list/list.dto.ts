import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  PageQuery,
  toPagination,
  type Paged,
  PaginationResponse,
} from '../../common/http/pagination.dto';
import {
  PROXY_STATUSES,
  PROXY_TYPES,
  TYPE_ALIASES,
  type ProxyStatus,
  type ProxyType,
  type OwnedProxy,
  type ProxyStatistics,
} from '../proxy.types';
import { MAX_TAG } from '../labels/proxy-labels';
import { PlainText } from '../../common/http/fields';
import { ProxyResponse, toProxyResponse } from '../proxies.dto';

export const DEFAULT_PER_PAGE = 10;

const TYPE_FILTERS = [...Object.keys(TYPE_ALIASES), ...PROXY_TYPES];

/** Forms send `all` or an empty text for "no filter". */
const emptyToUndefined = (value: unknown) => (value === '' || value === 'all' ? undefined : value);

export class ProxyListQuery extends PageQuery {
  /** Id, or a substring of uuid, type, country (code or name), IP address, host, username, note or tag. */
  @IsOptional()
  @IsString()
  @PlainText()
  @MaxLength(100, { message: 'The search takes at most 100 characters.' })
  search?: string;

  /** `expired` includes every proxy past its expiry. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus', required: false })
  @Transform(({ value }: { value: unknown }) => emptyToUndefined(value))
  @IsOptional()
  @IsIn(PROXY_STATUSES, { message: 'status must be active, expired or suspended.' })
  status?: ProxyStatus;

  /** The short names are aliases of the full names. */
  @ApiProperty({ enum: TYPE_FILTERS, enumName: 'ProxyTypeFilter', required: false })
  @Transform(({ value }: { value: unknown }) => {
    const word = emptyToUndefined(value);
    return typeof word === 'string' ? (TYPE_ALIASES[word] ?? word) : word;
  })
  @IsOptional()
  @IsIn(PROXY_TYPES, { message: `type must be one of ${TYPE_FILTERS.join(', ')}.` })
  type?: ProxyType;

  /** One of your tags, in any case. */
  @Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TAG, { message: `A tag has at most ${MAX_TAG} characters.` })
  tag?: string;
}

/** Over everything the user ever bought, whatever the filter. */
export class ProxyStatisticsResponse {
  active_proxies: number;
  total_proxies: number;
  /** Paid for proxies that were delivered, whole naira. @example 48000 */
  total_spent: number;
  /** Number of distinct countries, without random ones. */
  total_countries: number;
  /** Number of proxies per type. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { residential_ipv4: 2 },
  })
  proxy_types: Record<string, number>;
}

export class ProxyListData {
  proxies: ProxyResponse[];
  pagination: PaginationResponse;
  statistics: ProxyStatisticsResponse;
}

export interface ProxyListing {
  readonly page: Paged<OwnedProxy>;
  readonly statistics: ProxyStatistics;
}

export const toProxyList = ({ page, statistics }: ProxyListing, now: Date): ProxyListData => ({
  proxies: page.rows.map((proxy) => toProxyResponse(proxy, now)),
  pagination: toPagination(page),
  statistics: {
    active_proxies: statistics.active,
    total_proxies: statistics.total,
    total_spent: statistics.spent.toNaira(),
    total_countries: statistics.countries,
    proxy_types: { ...statistics.perType },
  },
});
