import { ApiProperty } from '@nestjs/swagger';
import { toPagination, type Paged, PaginationResponse } from '../../../common/http/pagination.dto';
import type { OwnedProxy, ProxyStatistics } from '../../proxy.types';
import { ProxyResponse, toProxyResponse } from '../../dto/proxy.response';

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
