import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { PLACE_LEVELS, type PlaceLevel } from '../../../common/dialects/place-table';
import {
  PLACE_SOURCES,
  type PlaceAccount,
  type PlaceImport,
  type PlaceList,
  type PlaceSource,
} from '../places.types';

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

export const toPlaceLists = (
  lists: readonly PlaceList[],
  account: PlaceAccount | null,
): PlaceListsData => ({
  lists: lists.map(({ level, count, importedAt, source, error }) => ({
    ...{ level, count, imported_at: importedAt, source, error },
  })),
  account: account && { name: account.name, levels: [...account.levels] },
});

export function toPlaceImport(
  { added, changed, removed, unchanged, skipped, problems }: PlaceImport,
  isDryRun: boolean,
): PlaceImportData {
  const isStored = !isDryRun && problems.length === 0;
  const counts = `${added} added, ${changed} changed, ${removed} removed`;
  return withMessage(
    {
      ...{ added, changed, removed, unchanged, skipped, stored: isStored },
      problems: problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => ({ line, message })),
      problem_count: problems.length,
    },
    isStored
      ? `The places are stored: ${counts}.`
      : problems.length > 0
        ? 'Some lines cannot be read. Nothing is stored.'
        : `This would change: ${counts}.`,
  );
}
