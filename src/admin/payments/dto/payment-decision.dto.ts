import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { trim } from '../../../common/http/transforms';
import { MAXIMUM_TOPUP } from '../../../settings/settings.types';

const REASON = { message: 'Give a reason of 3 to 500 characters' };

export class PaymentReasonDto {
  /** Why, in 3 to 500 characters; it stands in the audit trail. @example The bank confirmed the transfer by phone. */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}

export class RejectPaymentDto extends PaymentReasonDto {
  /** Whether what was paid goes back to the card; no when left out. */
  @IsOptional()
  @IsBoolean()
  refund?: boolean;
}

export class ChargeBackPaymentDto extends PaymentReasonDto {
  /** Whole naira; all that is left of the payment when left out. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IsOptional()
  @IsInt({ message: 'Amount must be a whole number of naira' })
  @Min(1)
  @Max(MAXIMUM_TOPUP)
  amount?: number;
}
