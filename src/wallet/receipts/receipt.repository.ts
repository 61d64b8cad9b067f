import { Injectable } from '@nestjs/common';
import { MAX_ID } from '../../common/http/parse-id.pipe';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { RECEIPT_PURPOSES, type ReceiptLine, type ReceiptPurpose } from './receipt.types';

@Injectable()
export class ReceiptRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns null unless it is the user's, has succeeded and is of a kind that has receipts. */
  async findOwned(userId: number, id: number): Promise<ReceiptLine | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query(
      `SELECT reference, purpose, description, amount_kobo, payment_method,
              coalesce(processed_at, created_at) AS paid_at
       FROM wallet_transaction
       WHERE id = $2 AND user_id = $1 AND status = 'successful'
         AND purpose = ANY($3::text[])`,
      [userId, id, RECEIPT_PURPOSES],
    );
    if (!row) return null;
    return {
      reference: row.reference,
      purpose: row.purpose as ReceiptPurpose,
      description: row.description,
      amount: Money.kobo(BigInt(row.amount_kobo)),
      paymentMethod: row.payment_method,
      paidAt: row.paid_at,
    };
  }
}
