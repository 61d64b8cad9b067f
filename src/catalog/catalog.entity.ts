import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Countries with the integer ids that the datacenter endpoints use. */
@Entity('catalog_country')
@Unique(['code'])
export class CatalogCountry {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** ISO 3166-1 alpha-2, lower case. */
  @Column('char', { length: 2 })
  code: string;

  @Column('text')
  name: string;
}
