import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * Who has proved an address, by a request with a password from there: one customer, and no longer than it is on a list
 * of theirs and in use (the view `held_address`). Written by the function `gateway_prove_address`.
 */
@Entity('address_holder')
@Index(['userId'])
export class AddressHolder {
  @PrimaryColumn('text')
  address: string;

  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  provenAt: Date;

  /** Without a password, to the hour; at first when it was proved. */
  @CreateDateColumn({ type: 'timestamptz' })
  lastUsedAt: Date;
}
