import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { PageQuery } from '../../../common/http/pagination.dto';
import { MAX_ID } from '../../../common/http/request.pipes';
import { Money } from '../../../common/money/money';
import {
  CORRECTION_STATUSES,
  type CorrectionStatus,
} from '../../../wallet/corrections/wallet-correction.types';
import type { TransactionType } from '../../../wallet/wallet.types';
import { ReasonDto } from '../../../common/http/common.dto';

const MAXIMUM = 1_000_000_000;
const AMOUNT = { message: 'Amount must be above ₦0 with two decimals at most' };
const TOO_MUCH = { message: 'Maximum correction is ₦1,000,000,000' };

export class CorrectWalletDto extends ReasonDto {
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  @IsIn(['credit', 'debit'], { message: 'Direction must be credit or debit' })
  direction: TransactionType;

  /**
   * Naira, 0.01 to 1,000,000,000. Unlike other amounts it may have kobo, so that any balance can be brought to
   * zero. @example 2500
   */
  @Max(MAXIMUM, TOO_MUCH)
  @ValidateBy(
    {
      name: 'isKobo',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'number' && Boolean(Money.parseDecimal(value)?.isPositive),
      },
    },
    AMOUNT,
  )
  amount: number;
}

export class ListCorrectionsQuery extends PageQuery {
  @ApiProperty({ enum: CORRECTION_STATUSES, enumName: 'CorrectionStatus', required: false })
  @IsOptional()
  @IsIn(CORRECTION_STATUSES)
  status?: CorrectionStatus;

  /** Corrections of one user. @example 12 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  user_id?: number;

  /** Those about one transaction: about its payment, its order or its funding. @example 31 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  transaction_id?: number;
}
