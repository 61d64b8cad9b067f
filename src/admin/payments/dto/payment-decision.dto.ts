import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAXIMUM_TOPUP } from '../../../settings/settings.types';
import { ReasonDto } from '../../dto/reason.dto';

export class RejectPaymentDto extends ReasonDto {
  /** Whether what was paid goes back to the card; no when left out. */
  @IsOptional()
  @IsBoolean()
  refund?: boolean;
}

export class ChargeBackPaymentDto extends ReasonDto {
  /** Whole naira; all that is left of the payment when left out. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IsOptional()
  @IsInt({ message: 'Amount must be a whole number of naira' })
  @Min(1)
  @Max(MAXIMUM_TOPUP)
  amount?: number;
}
