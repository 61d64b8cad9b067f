import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import {
  toStoredStatus,
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
} from '../../../wallet/wallet.types';
import { ATTENTIONS, type Attention } from '../../attention';
import { emptyFilterToUndefined } from '../../../common/http/pagination.dto';
import { ShopListQuery } from '../../paging/dto/shop-list.query.dto';

/** Searches id, reference, description, and the user's name and e-mail. */
export class ListTransactionsQuery extends ShopListQuery {
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus', required: false })
  @IsOptional()
  @Transform((params) => toStoredStatus(emptyFilterToUndefined(params)))
  @IsIn(TRANSACTION_STATUSES)
  status?: TransactionStatus;

  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(['credit', 'debit'])
  type?: TransactionType;

  /**
   * Only transactions that staff have to look at. `needs_decision`: the card payment is in review. `stuck`:
   * not checked for ten minutes after it was due. `dispute`: disputed in the last seven days and not
   * charged back. `refund_failed`: its card refund failed or did not finish within three days.
   * `paid_after_closing`: credited to an account that was closed before and holds money. `difference`:
   * differs from the card provider's list.
   */
  @ApiProperty({ enum: ATTENTIONS, enumName: 'Attention', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(ATTENTIONS)
  attention?: Attention;
}
