import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** What a member of staff has moved without another admin on the last day on which something was. */
@Entity('staff_allowance')
@Check('staff_allowance_check', 'funded_kobo >= 0 AND other_kobo >= 0')
export class StaffAllowance {
  @ForeignKey('User')
  @PrimaryColumn('integer')
  staffId: number;

  /** In the shop's zone. */
  @Column('date')
  day: string;

  @Column('bigint', { transformer: bigintColumn })
  fundedKobo: bigint;

  /** Every other kind of movement. */
  @Column('bigint', { transformer: bigintColumn })
  otherKobo: bigint;
}
