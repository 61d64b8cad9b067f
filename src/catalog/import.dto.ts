import { withMessage } from '../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import {
  IMPORT_OUTCOMES,
  type ImportedLine,
  type ImportOutcome,
  type ImportResult,
} from './stock/stock-units.types';
import { STATIC_PROTOCOLS, type StaticProtocol } from '../common/proxy-list/proxy-list.types';

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
