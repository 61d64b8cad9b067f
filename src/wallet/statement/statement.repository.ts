import { Injectable } from '@nestjs/common';
import { EntityStatements } from '../../database/entity-statements';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  Completion,
  NewTransaction,
  TransactionStatus,
  TransactionUpdate,
} from '../wallet.types';
import { WalletTransaction } from './wallet-transaction.entity';

const LINES = new EntityStatements(WalletTransaction);

const MARK_SUCCESSFUL = prepareStatement(
  'statement.mark-successful',
  `UPDATE wallet_transaction SET status = 'successful', ledger_transaction_id = $2,
     processed_at = now(), payment_method = coalesce($3, payment_method),
     metadata = metadata || $4::jsonb, amount_kobo = coalesce($5::bigint, amount_kobo)
   WHERE id = $1`,
);

/** SQL where a change of status merges metadata into the stored object. */
@Injectable()
export class StatementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insertPending(line: NewTransaction): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(WalletTransaction, {
      userId: line.userId,
      reference: line.reference,
      type: line.type,
      purpose: line.purpose,
      status: 'pending',
      amount: line.amount,
      description: line.description,
      paymentMethod: line.paymentMethod ?? null,
      metadata: (line.metadata ?? {}) as object,
    });
    return identifiers[0]!.id as number;
  }

  /** Locks the row until the unit of work ends. */
  lockById(id: number): Promise<WalletTransaction | null> {
    return LINES.lockOne(this.uow, 'WHERE id = $1', [id]);
  }

  async markSuccessful(id: number, ledgerTransactionId: string, extra: Completion): Promise<void> {
    await this.uow.executeInTransaction(MARK_SUCCESSFUL, [
      id,
      ledgerTransactionId,
      extra.paymentMethod ?? null,
      JSON.stringify(extra.metadata ?? {}),
      extra.amount?.kobo.toString() ?? null,
    ]);
  }

  async setPaymentMethod(id: number, paymentMethod: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(WalletTransaction, { id, status: 'pending' }, { paymentMethod });
  }

  /** Compare-and-set of the status. @returns false when the current status is not `from`. */
  async transition(
    id: number,
    from: TransactionStatus,
    to: TransactionStatus,
    extra: TransactionUpdate = {},
  ): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE wallet_transaction SET status = $3, processed_at = now(),
         payment_method = coalesce($4, payment_method), metadata = metadata || $5::jsonb
       WHERE id = $1 AND status = $2`,
      [id, from, to, extra.paymentMethod ?? null, JSON.stringify(extra.metadata ?? {})],
    );
    return updated === 1;
  }

  findByReference(reference: string): Promise<WalletTransaction | null> {
    return LINES.findOne(this.uow, 'WHERE reference = $1', [reference]);
  }

  findById(id: number): Promise<WalletTransaction | null> {
    return LINES.findOne(this.uow, 'WHERE id = $1', [id]);
  }
}
