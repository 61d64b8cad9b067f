import { ApiProperty, PickType } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind } from '../catalog.types';
import type { CoverageRow } from '../exits/coverage.types';
import { type Paged, toPagination, PaginationResponse } from '../../common/http/pagination.dto';
import { ListExitsQuery } from '../exits/exits.dto';

export class CoverageNetworkResponse {
  id: number;
  name: string;
}

export class CoverageRowResponse {
  /** ISO code in lower case. @example ng */
  country: string;
  country_name: string;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind' })
  kind: ExitKind;
  /** Enabled exits that a gateway serves. */
  exits: number;
  /** Enabled exits that no gateway serves, so that they are not on sale. */
  not_served: number;
  /** Enabled networks that sell the country, by name. */
  networks: CoverageNetworkResponse[];
}

export class CoverageData {
  coverage: CoverageRowResponse[];
  pagination: PaginationResponse;
}

export const toCoverage = (paged: Paged<CoverageRow>): CoverageData => ({
  coverage: paged.rows.map((row) => ({
    country: row.country,
    country_name: row.countryName,
    kind: row.kind,
    exits: row.exits,
    not_served: row.notServed,
    networks: row.networks.map(({ id, name }) => ({ id, name })),
  })),
  pagination: toPagination(paged),
});

/** Searches names and codes of countries. */
export class ListCoverageQuery extends PickType(ListExitsQuery, [
  'page',
  'per_page',
  'search',
  'kind',
]) {}
