import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { LedgerService } from './ledger.service';
import { StatementRepository } from '../statement/statement.repository';
import { referenceTaken } from '../wallet.errors';
import type { NewTransaction, TransactionType, WalletPosting } from '../wallet.types';

export interface PostedTransaction {
  readonly transactionId: number;
  readonly ledgerTransactionId: string;
  readonly balance: Money;
  /** True when the key was posted before; nothing moved this time. */
  readonly replayed: boolean;
}

/** Inserts a statement line together with its ledger posting. */
@Injectable()
export class TransactionPostingService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statement: StatementRepository,
  ) {}

  /** @throws DomainError insufficient_balance, conflict REFERENCE_TAKEN. */
  async post(
    line: NewTransaction,
    posting: Pick<WalletPosting, 'idempotencyKey' | 'kind' | 'against'>,
  ): Promise<PostedTransaction> {
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: toSignedAmount(line),
    });
    if (posted.replayed) {
      const earlier = await this.statement.findByReference(line.reference);
      if (!earlier) throw referenceTaken();
      return { ...posted, transactionId: earlier.id };
    }
    const transactionId = await this.insert(line, 'successful', posted.ledgerTransactionId);
    return { ...posted, transactionId };
  }

  /** @throws DomainError conflict REFERENCE_TAKEN. */
  async insert(
    line: NewTransaction,
    status: 'pending' | 'successful',
    ledgerTransactionId: string | null,
  ): Promise<number> {
    if (!line.amount.isPositive) throw new RangeError('A statement line has a positive amount');
    try {
      return await this.statement.insert(line, status, ledgerTransactionId);
    } catch (error) {
      if (isUniqueViolation(error, 'wallet_transaction_reference_key')) throw referenceTaken();
      throw error;
    }
  }
}

/** Positive for credits, negative for debits. */
export const toSignedAmount = (line: { type: TransactionType; amount: Money }): Money =>
  line.type === 'credit' ? line.amount : line.amount.negated();
