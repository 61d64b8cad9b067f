import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import {
  ACKNOWLEDGEABLE,
  type Acknowledgeable,
} from '../../../payments/acknowledgements/payment-acknowledgement.types';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from '../../../payments/reconciliation/reconciliation.types';
import { ReasonDto } from '../../../common/http/common.dto';

export class AcknowledgePaymentDto extends ReasonDto {
  @ApiProperty({ enum: ACKNOWLEDGEABLE, enumName: 'Acknowledgeable' })
  @IsIn(ACKNOWLEDGEABLE, { message: 'Acknowledge a dispute or a failed refund' })
  kind: Acknowledgeable;
}

export class AcknowledgeDifferenceDto extends ReasonDto {
  @ApiProperty({ enum: DIFFERENCE_KINDS, enumName: 'ReconciliationDifferenceKind' })
  @IsIn(DIFFERENCE_KINDS, { message: 'Give a kind of difference' })
  kind: DifferenceKind;

  /** @example TOPUP1763600000000AB12CD */
  @IsString()
  @Length(1, 200)
  reference: string;
}
