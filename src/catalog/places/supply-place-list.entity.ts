import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { PlaceLevel } from '../../common/dialects/place-table';
import type { PlaceSource } from './places.types';

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
