import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
} from '../../../wallet/wallet.types';
import { ShopListQuery, emptyFilterToUndefined } from '../../paging/dto/search.query.dto';

const asStored = (params: TransformFnParams): unknown => {
  const value = emptyFilterToUndefined(params);
  return value === 'completed' ? 'successful' : value;
};

/** Searches id, reference, description, and the user's name and e-mail. */
export class ListTransactionsQuery extends ShopListQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform(asStored)
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(['credit', 'debit'])
  type?: TransactionType;
}
