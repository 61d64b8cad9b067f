import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { isUniqueViolation } from '../database/pg-errors';
import { LedgerService } from './ledger.service';
import { StatementRepository } from './statement.repository';
import { referenceTaken } from './wallet.errors';
import type { NewTransaction, Posting, StatementLine, TransactionExtra } from './wallet.types';

/**
 * What other rooms may do to a wallet. Each write puts a line on the statement and its movement in
 * the books together; all of them need an open unit of work.
 */
@Injectable()
export class WalletService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statement: StatementRepository,
  ) {}

  balanceOf(userId: number): Promise<Money> {
    return this.ledger.balanceOf(userId);
  }

  findTransaction(id: number): Promise<StatementLine | null> {
    return this.statement.findById(id);
  }

  /**
   * Announces money that may come.
   * @throws DomainError conflict REFERENCE_TAKEN.
   */
  async openPending(line: NewTransaction): Promise<{ id: number }> {
    return { id: await this.insert(line, 'pending', null) };
  }

  /**
   * Books an announced line, whether it still waits or was given up: money that did come always
   * wins. `moved` is false when it had been booked before.
   */
  async complete(
    transactionId: number,
    posting: Posting,
    extra: TransactionExtra = {},
  ): Promise<{ moved: boolean; balance: Money }> {
    const line = await this.statement.lock(transactionId);
    if (!line) throw new Error(`No wallet transaction ${transactionId}`);
    if (line.status === 'successful' || line.status === 'refunded')
      return { moved: false, balance: await this.ledger.balanceOf(line.userId) };
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: signed(line),
    });
    await this.statement.markSuccessful(transactionId, posted.ledgerTransactionId, extra);
    return { moved: !posted.replayed, balance: posted.balance };
  }

  /** Gives up a line that still waits. @returns whether it did wait. */
  close(
    transactionId: number,
    status: 'failed' | 'cancelled',
    extra: TransactionExtra = {},
  ): Promise<boolean> {
    return this.statement.move(transactionId, 'pending', status, extra);
  }

  /**
   * Takes money for goods, at once or not at all.
   * @throws DomainError insufficient_balance.
   */
  async charge(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money }> {
    const { transactionId, balance, replayed } = await this.book(line, posting);
    if (replayed) throw new Error(`The charge ${posting.idempotencyKey} was booked before`);
    return { transactionId, balance };
  }

  /** Gives money: a refund or a funding. Repeating the key finds the first line. */
  credit(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money; replayed: boolean }> {
    return this.book(line, posting);
  }

  /** Marks a debit whose money was given back in full. */
  markRefunded(transactionId: number): Promise<boolean> {
    return this.statement.move(transactionId, 'successful', 'refunded');
  }

  private async book(line: NewTransaction, posting: Posting) {
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: signed(line),
    });
    if (posted.replayed) {
      const earlier = await this.statement.findByReference(line.reference);
      if (!earlier) throw referenceTaken();
      return { transactionId: earlier.id, balance: posted.balance, replayed: true };
    }
    const transactionId = await this.insert(line, 'successful', posted.ledgerTransactionId);
    return { transactionId, balance: posted.balance, replayed: false };
  }

  private async insert(
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

const signed = (line: { type: 'credit' | 'debit'; amount: Money }): Money =>
  line.type === 'credit' ? line.amount : line.amount.negated();
