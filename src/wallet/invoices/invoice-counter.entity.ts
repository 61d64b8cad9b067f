import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InvoiceKind } from './invoice.types';

/** The last number of a kind and year. Not a sequence, which leaves gaps: the row stays locked until the number is committed. */
@Entity('invoice_counter')
export class InvoiceCounter {
  @PrimaryColumn('text')
  kind: InvoiceKind;

  /** In the shop's zone. */
  @PrimaryColumn('integer')
  year: number;

  @Column('integer')
  last: number;
}
