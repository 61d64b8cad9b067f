import { ApiProperty } from '@nestjs/swagger';
import { PLACE_LEVELS, type PlaceLevel } from '../../../common/dialects/place-table';
import { ok } from '../../../common/http/envelope.response';
import type { PlaceImport, PlaceList } from '../places.types';

export class PlaceListResponse {
  @ApiProperty({ enum: PLACE_LEVELS, enumName: 'PlaceLevel' })
  level: PlaceLevel;
  /** Places that are listed. */
  count: number;
  imported_at: Date;
}

export class PlaceListsData {
  /** The levels of which only listed places are sold through the network. */
  lists: PlaceListResponse[];
}

export class PlaceListsResponse {
  success: boolean;
  data: PlaceListsData;
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
  /** While there is one, nothing is stored; the first 100. */
  problems: PlaceProblemResponse[];
  /** Of all lines. */
  problem_count: number;
  /** Whether the list is stored now. */
  stored: boolean;
}

export class PlaceImportResponse {
  success: boolean;
  message: string;
  data: PlaceImportData;
}

const MAX_PROBLEMS = 100;

export const toPlaceLists = (lists: readonly PlaceList[]): PlaceListsResponse =>
  ok({
    lists: lists.map(({ level, count, importedAt }) => ({
      ...{ level, count, imported_at: importedAt },
    })),
  });

export function toPlaceImport(
  { added, changed, removed, unchanged, problems }: PlaceImport,
  isDryRun: boolean,
): PlaceImportResponse {
  const isStored = !isDryRun && problems.length === 0;
  const counts = `${added} added, ${changed} changed, ${removed} removed`;
  return {
    success: true,
    message: isStored
      ? `The places are imported: ${counts}.`
      : problems.length > 0
        ? 'Some lines cannot be read. Nothing is stored.'
        : `The import would do this: ${counts}.`,
    data: {
      ...{ added, changed, removed, unchanged, stored: isStored },
      problems: problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => ({ line, message })),
      problem_count: problems.length,
    },
  };
}
