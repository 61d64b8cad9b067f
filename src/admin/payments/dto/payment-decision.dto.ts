import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { CREDIT_CHOICES, type CreditChoice } from '../../../payments/payments.types';
import { MAXIMUM_TOPUP } from '../../../settings/settings.types';
import { ReasonDto } from '../../../common/http/common.dto';

export class AcceptPaymentDto extends ReasonDto {
  /**
   * `paid` credits what the customer paid. `asked` credits the requested amount: the shop bears what an
   * underpayment lacks, and the excess of an overpayment is refunded to the card. Defaults to `paid`.
   */
  @ApiProperty({ enum: CREDIT_CHOICES, enumName: 'CreditChoice', required: false })
  @IsOptional()
  @IsIn(CREDIT_CHOICES, { message: 'Credit must be paid or asked' })
  credit?: CreditChoice;
}

export class RejectPaymentDto extends ReasonDto {
  /** Whether to refund the paid amount to the card. Defaults to false. */
  @IsOptional()
  @IsBoolean()
  refund?: boolean;
}

export class ChargeBackPaymentDto extends ReasonDto {
  /**
   * What was charged back of the payment when the amount was chosen; decimal naira. When another chargeback
   * was recorded since, nothing is taken back. @example 0.00
   */
  @IsOptional()
  @Matches(/^\d{1,10}\.\d{2}$/)
  charged_back?: string;

  /** Whole naira. Defaults to the remaining amount of the payment. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IsOptional()
  @IsInt({ message: 'Amount must be a whole number of naira' })
  @Min(1)
  @Max(MAXIMUM_TOPUP)
  amount?: number;
}
