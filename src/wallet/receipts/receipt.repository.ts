import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { MAX_ID } from '../../common/http/parse-id.pipe';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletTransaction } from '../statement/wallet-transaction.entity';
import { RECEIPT_PURPOSES, type ReceiptLine, type ReceiptPurpose } from './receipt.types';

@Injectable()
export class ReceiptRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns null unless the transaction is the user's, successful and of a purpose with receipts. */
  async findOwned(userId: number, id: number): Promise<ReceiptLine | null> {
    if (id < 1 || id > MAX_ID) return null;
    const row = await this.uow.manager.findOneBy(WalletTransaction, {
      id,
      userId,
      status: 'successful',
      purpose: In([...RECEIPT_PURPOSES]),
    });
    return (
      row && {
        reference: row.reference,
        purpose: row.purpose as ReceiptPurpose,
        description: row.description,
        amount: Money.kobo(row.amountKobo),
        paymentMethod: row.paymentMethod,
        paidAt: row.processedAt ?? row.createdAt,
      }
    );
  }
}
