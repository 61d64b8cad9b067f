import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** The token under which programs fetch the connections of a proxy. Only its hash is stored. */
@Entity('proxy_list_token')
@Unique(['tokenHash'])
export class ListToken {
  @ForeignKey('Proxy')
  @PrimaryColumn('integer')
  proxyId: number;

  /** SHA-256; the token has 256 random bits, so that no slow hash is needed. */
  @Column('bytea')
  tokenHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** To the hour. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
