import type { PlaceLevel, ProviderPlace } from '../../common/dialects/place-table';

export interface ListedPlace extends ProviderPlace {
  /** As staff know it; the code of a country. */
  readonly name: string;
}

/** A line of a list that cannot be read. */
export interface PlaceProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A level of which a network has a list. */
export interface PlaceList {
  readonly level: PlaceLevel;
  readonly count: number;
  readonly importedAt: Date;
}

/** `replace` removes what the list does not have, of the levels that it has. */
export const PLACE_MODES = ['replace', 'add'] as const;
export type PlaceMode = (typeof PLACE_MODES)[number];

/** What an import does, or would do. */
export interface PlaceImport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** While there is one, nothing is stored. */
  readonly problems: readonly PlaceProblem[];
}
