import { Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** In whose name a customer's invoices are issued from now on; issued ones keep theirs. */
@Entity('billing_details')
export class BillingDetails {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  /** A person or a company. */
  @Column('text')
  name: string;

  /** Lines separated by `\n`. */
  @Column('text')
  address: string;

  /** Tax identification number. */
  @Column('text', { nullable: true })
  tin: string | null;

  /** Printed on invoices. */
  @Column('text', { nullable: true })
  email: string | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
