import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A purchase at the embedded gateway. Its delivery and its cancellation both insert the row, so one of them wins. */
@Entity('gateway_provision')
export class GatewayProvision {
  /** Idempotency key of the purchase attempt. */
  @PrimaryColumn('uuid')
  key: string;

  /** Whether it will never be delivered. */
  @Column('boolean', { default: false })
  cancelled: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
