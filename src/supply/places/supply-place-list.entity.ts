import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { PlaceLevel } from '../../common/dialects/place-table';

/** A level of which a network has a list: of it there are no other places. */
@Entity('supply_place_list')
@Check('supply_place_list_count_check', 'count > 0')
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
}
