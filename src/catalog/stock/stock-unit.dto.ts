import { ApiProperty } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsISO8601,
  IsString,
  Length,
  Matches,
  IsOptional,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { IsPlausible, IfGiven, trim } from '../../common/http/fields';
import {
  PROXY_LIST_FORMATS,
  type ProxyListFormat,
  STATIC_PROTOCOLS,
  type StaticProtocol,
} from '../../common/proxy-list';
import { Transform } from 'class-transformer';
import {
  UNIT_STATUSES,
  type UnitStatus,
  type CountryUnits,
  type ListedUnit,
  type UnitCounts,
  type UnitListing,
  IMPORT_OUTCOMES,
  type ImportedLine,
  type ImportOutcome,
  type ImportResult,
} from './stock-unit.entity';
import {
  emptyFilterToUndefined,
  SearchQuery,
  toPagination,
  PaginationResponse,
} from '../../common/http/pagination.dto';
import { withMessage } from '../../common/http/api.decorators';

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

/** Searches addresses, notes and names of countries. */
export class ListStockQuery extends SearchQuery {
  @ApiProperty({ enum: UNIT_STATUSES, enumName: 'UnitStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(UNIT_STATUSES)
  status?: UnitStatus;

  /** ISO 3166-1 code in lower case. @example de */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;
}

/** The proxy that a customer uses the unit through. */
export class UnitProxyResponse {
  id: number;
  user_id: number;
  customer: string;
  expires_at: Date;
}

/** The account that a unit was bought through. */
export class UnitProviderResponse {
  id: number;
  /** @example Proxy-Seller main account */
  name: string;
}

export class StockUnitResponse {
  id: number;
  /** @example de */
  country: string;
  country_name: string;
  /** What customers see. @example 203.0.113.7 */
  address: string;
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol' })
  protocol: StaticProtocol;
  /** At the provider; null for sub-admins. */
  port: number | null;
  @ApiProperty({
    enum: UNIT_STATUSES,
    enumName: 'UnitStatus',
    description:
      '`free`: on sale. `sold`: a proxy has it. `expiring`: it is sold and ends within 7 days, or it ends too soon to be sold. `dead`: withdrawn when it was replaced. `disabled`: staff have taken it off sale.',
  })
  status: UnitStatus;
  enabled: boolean;
  /** When its provider takes it back; null: not known. */
  upstream_expires_at: Date | null;
  note: string | null;
  /** When it was bought through a provider's API; null for sub-admins too. */
  provider: UnitProviderResponse | null;
  proxy: UnitProxyResponse | null;
  created_at: Date;
}

/** Units by state. */
export class UnitCountsResponse {
  free: number;
  sold: number;
  expiring: number;
  dead: number;
  disabled: number;
}

export class CountryUnitsResponse extends UnitCountsResponse {
  country: string;
  country_name: string;
}

export class StockData {
  units: StockUnitResponse[];
  /** Of the whole shop. */
  counts: UnitCountsResponse;
  /** Of the whole shop, by name. */
  countries: CountryUnitsResponse[];
  pagination: PaginationResponse;
}

export class OneUnitData {
  unit: StockUnitResponse;
}

const toUnit = (unit: ListedUnit, isFull: boolean): StockUnitResponse => ({
  id: unit.id,
  country: unit.country,
  country_name: unit.countryName,
  address: unit.address,
  protocol: unit.protocol,
  port: isFull ? unit.port : null,
  status: unit.status,
  enabled: unit.enabled,
  upstream_expires_at: unit.upstreamExpiresAt,
  note: unit.note,
  provider: isFull && unit.provider ? { id: unit.provider.id, name: unit.provider.name } : null,
  proxy: unit.proxy && {
    id: unit.proxy.id,
    user_id: unit.proxy.userId,
    customer: unit.proxy.customer,
    expires_at: unit.proxy.expiresAt,
  },
  created_at: unit.createdAt,
});

const toCounts = ({ free, sold, expiring, dead, disabled }: UnitCounts): UnitCountsResponse => ({
  ...{ free, sold, expiring, dead, disabled },
});

const toCountry = (country: CountryUnits): CountryUnitsResponse => ({
  country: country.country,
  country_name: country.countryName,
  ...toCounts(country),
});

/** @param isFull whether the port at the provider may be seen. */
export const toStock = ({ units, counts, countries }: UnitListing, isFull: boolean) => ({
  units: units.rows.map((unit) => toUnit(unit, isFull)),
  counts: toCounts(counts),
  countries: countries.map(toCountry),
  pagination: toPagination(units),
});

export const toOneUnit = (unit: ListedUnit): OneUnitData =>
  withMessage({ unit: toUnit(unit, true) }, 'The unit is changed.');

const NOTE = { message: 'A note has at most 500 characters' };
const isGiven = (_: object, value: unknown) => value !== undefined && value !== null;

/** What is left out stays. */
export class UpdateUnitDto {
  /** A disabled unit is not sold; the proxy that has it keeps it. Enabling brings a withdrawn unit back. */
  @IfGiven()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** When its provider takes it back; null: not known. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @ValidateIf(isGiven)
  @IsPlausible({ message: 'The end must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, { message: 'The end must be a date and time' })
  upstream_expires_at?: string | null;

  /** Up to 500 characters; null or nothing removes it. */
  @ApiProperty({ type: String, nullable: true, required: false })
  @ValidateIf(isGiven)
  @Transform(trim)
  @IsString(NOTE)
  @MaxLength(500, NOTE)
  note?: string | null;
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

/** @param noun what was imported, of which the plural ends in `s`. */
export function toImport(
  { isDryRun, lines, countries }: ImportResult,
  noun: 'unit' | 'exit',
): ImportData {
  const count = (outcome: ImportOutcome) => lines.filter((line) => line.outcome === outcome).length;
  const added = count('added');
  const units = `${added} ${noun}${added === 1 ? '' : 's'}`;
  return withMessage(
    {
      dry_run: isDryRun,
      counts: { added, duplicate: count('duplicate'), malformed: count('malformed') },
      countries: countries.map(({ country, countryName, added: number }) => ({
        ...{ country, country_name: countryName, added: number },
      })),
      lines: lines.map(toLine),
    },
    isDryRun ? `${units} would be added.` : `${units} added.`,
  );
}

const toLine = ({ line, outcome, address, port, protocol, country, reason }: ImportedLine) => ({
  ...{ line, outcome, address, port, protocol, country, reason },
});
