import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAXIMUM_TOPUP } from '../../../settings/settings.types';
import { ReasonDto } from '../../dto/reason.dto';

export class RejectPaymentDto extends ReasonDto {
  /** Whether to refund the paid amount to the card. Defaults to false. */
  @IsOptional()
  @IsBoolean()
  refund?: boolean;
}

export class ChargeBackPaymentDto extends ReasonDto {
  /** Whole naira. Defaults to the remaining amount of the payment. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IsOptional()
  @IsInt({ message: 'Amount must be a whole number of naira' })
  @Min(1)
  @Max(MAXIMUM_TOPUP)
  amount?: number;
}
