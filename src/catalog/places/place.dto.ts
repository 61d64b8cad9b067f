import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, Length } from 'class-validator';
import { IfGiven } from '../../common/http/fields';
import { PLACE_MODES, PLACE_SOURCES, type PlaceMode, type PlaceSource } from './place.entity';
import { withMessage } from '../../common/http/api.decorators';
import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/upstream-network';

const MAX_TEXT = 200_000;
const TEXT = {
  message: `Paste a list of at most ${MAX_TEXT.toLocaleString('en-NG')} characters; split a longer one`,
};

export class ImportPlacesDto {
  /**
   * CSV whose first line names the columns `level` (country, region, city or isp), `country`, `name` and
   * `provider_name`; 5,000 places at most.
   */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  /** `replace`, the default, removes what the list does not have, of the levels that it has. */
  @ApiProperty({ enum: PLACE_MODES, enumName: 'PlaceMode', required: false })
  @IfGiven()
  @IsIn(PLACE_MODES, { message: 'Choose replace or add' })
  mode?: PlaceMode;

  /** Only says what an import would do. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}

export class PlaceListResponse {
  @ApiProperty({ enum: PLACE_LEVELS, enumName: 'PlaceLevel' })
  level: PlaceLevel;
  /** Places that are listed. */
  count: number;
  imported_at: Date;
  /** Lists that the provider's API told are read again each week. */
  @ApiProperty({ enum: PLACE_SOURCES, enumName: 'PlaceSource' })
  source: PlaceSource;
  /** Why it could not be read again the last time. */
  error: string | null;
}

export class PlaceAccountResponse {
  /** Of the connected account. */
  name: string;
  /** Levels that its API lists. */
  @ApiProperty({ enum: PLACE_LEVELS, enumName: 'PlaceLevel', isArray: true })
  levels: PlaceLevel[];
}

export class PlaceListsData {
  /** The levels of which only listed places are sold through the network. */
  lists: PlaceListResponse[];
  /** Where the places can be read; null when no account with such an API is linked with the network. */
  account: PlaceAccountResponse | null;
}

export class PlaceProblemResponse {
  /** Line of the list, from 1. */
  line: number;
  message: string;
}

export class PlaceImportData {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Places of the provider that cannot be listed, such as those of countries that the shop does not know. */
  skipped: number;
  /** While there is one, nothing is stored; the first 100. */
  problems: PlaceProblemResponse[];
  /** Of all lines. */
  problem_count: number;
  /** Whether the list is stored now. */
  stored: boolean;
}

const MAX_PROBLEMS = 100;

type Outcome = Pick<PlaceImportData, 'added' | 'changed' | 'removed' | 'unchanged' | 'skipped'> & {
  readonly problems: readonly PlaceProblemResponse[];
};

export function toPlaceImport(
  { problems, ...counts }: Outcome,
  isDryRun: boolean,
): PlaceImportData {
  const stored = !isDryRun && problems.length === 0;
  const text = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`;
  return withMessage(
    {
      ...{ ...counts, stored, problem_count: problems.length },
      problems: problems.slice(0, MAX_PROBLEMS),
    },
    stored
      ? `The places are stored: ${text}.`
      : problems.length > 0
        ? 'Some lines cannot be read. Nothing is stored.'
        : `This would change: ${text}.`,
  );
}

export class ReadPlacesDto {
  /** Only says what would change. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}
