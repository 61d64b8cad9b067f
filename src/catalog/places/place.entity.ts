import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { PlaceLevel, ProviderPlace } from '../../common/dialects/upstream-network';

/** How the provider of a network names a place. */
@Entity('supply_place')
@Check('supply_place_level_check', `level IN ('country', 'region', 'city', 'isp')`)
export class SupplyPlace {
  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  networkId: number;

  @PrimaryColumn('text')
  level: PlaceLevel;

  /** ISO code in lower case. */
  @PrimaryColumn('text')
  country: string;

  /** See `toPlaceKey`; empty for a country. */
  @PrimaryColumn('text')
  key: string;

  @Column('text')
  name: string;

  @Column('text')
  providerName: string;
}

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

/** Where a list comes from: one of the provider's API is brought up to date each week. */
export const PLACE_SOURCES = ['file', 'api'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** A level of which a network has a list. */
export interface PlaceList {
  readonly level: PlaceLevel;
  readonly count: number;
  readonly importedAt: Date;
  readonly source: PlaceSource;
  /** Why the provider's API could not bring it up to date the last time; a sentence. */
  readonly error: string | null;
}

/** The account of a network whose API lists places. */
export interface PlaceAccount {
  readonly name: string;
  readonly levels: readonly PlaceLevel[];
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
  /** Places of the provider that cannot be listed, such as those of countries that the shop does not know. */
  readonly skipped: number;
  /** While there is one, nothing is stored. */
  readonly problems: readonly PlaceProblem[];
}

/** What replaces or completes the lists of a network. */
export interface PlaceChange {
  readonly places: readonly ListedPlace[];
  readonly problems: readonly PlaceProblem[];
  readonly skipped: number;
  readonly mode: PlaceMode;
  readonly source: PlaceSource;
}

/** A level of which a network has a list: of it there are no other places. */
@Entity('supply_place_list')
@Check('supply_place_list_count_check', 'count > 0')
@Check('supply_place_list_source_check', `source IN ('file', 'api')`)
export class SupplyPlaceList {
  @ForeignKey('SupplyNetwork', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  networkId: number;

  @PrimaryColumn('text')
  level: PlaceLevel;

  @Column('integer')
  count: number;

  @Column('timestamptz')
  importedAt: Date;

  @Column('text', { default: 'file' })
  source: PlaceSource;

  /** Why it could not be brought up to date the last time. */
  @Column('text', { nullable: true })
  error: string | null;
}
