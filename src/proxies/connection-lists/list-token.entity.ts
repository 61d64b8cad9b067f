import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
} from 'typeorm';

/** The token under which programs fetch the connections of a proxy. Only its hash is stored. */
@Entity('proxy_list_token')
@Unique(['tokenHash'])
@Index(['createdBy'])
@Index(['apiKeyId'])
export class ListToken {
  @ForeignKey('Proxy')
  @PrimaryColumn('integer')
  proxyId: number;

  /** SHA-256; the token has 256 random bits, so that no slow hash is needed. */
  @Column('bytea')
  tokenHash: Buffer;

  /** The person: the owner of the proxy or a member of the owner's team. */
  @ForeignKey('User')
  @Column('integer')
  createdBy: number;

  /** The API key with which it was created; null with a session. */
  @ForeignKey('ApiKey')
  @Column('integer', { nullable: true })
  apiKeyId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** To the hour. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
