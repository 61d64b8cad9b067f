import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { PlaceLevel } from '../../common/dialects/place-table';

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
