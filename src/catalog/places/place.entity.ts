import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { PlaceLevel } from '../../common/dialects/upstream-network';

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

/** Where a list comes from: one of the provider's API is brought up to date each week. */
export const PLACE_SOURCES = ['file', 'api'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** `replace` removes what the list does not have, of the levels that it has. */
export const PLACE_MODES = ['replace', 'add'] as const;
export type PlaceMode = (typeof PLACE_MODES)[number];

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
