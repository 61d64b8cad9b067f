import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { TransactionPostingService, toSignedAmount } from './ledger/transaction-posting.service';
import { ReceivableService } from './ledger/receivable.service';
import { LedgerService } from './ledger/ledger.service';
import { StatementRepository } from './statement/statement.repository';
import type {
  ClawbackResult,
  NewTransaction,
  Posting,
  StatementLine,
  TransactionUpdate,
} from './wallet.types';

/**
 * What other rooms may do to a wallet. Each write puts a line on the statement and its movement in
 * the books together; all of them need an open unit of work.
 */
@Injectable()
export class WalletService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statement: StatementRepository,
    private readonly transactionPosting: TransactionPostingService,
    private readonly receivables: ReceivableService,
  ) {}

  getBalance(userId: number): Promise<Money> {
    return this.ledger.getBalance(userId);
  }

  /** What the customer owes after a chargeback; whatever their wallet receives pays it first. */
  getReceivableBalance(userId: number): Promise<Money> {
    return this.ledger.getReceivableBalance(userId);
  }

  findTransaction(id: number): Promise<StatementLine | null> {
    return this.statement.findById(id);
  }

  findByReference(reference: string): Promise<StatementLine | null> {
    return this.statement.findByReference(reference);
  }

  /**
   * Announces money that may come.
   * @throws DomainError conflict REFERENCE_TAKEN.
   */
  async createPending(line: NewTransaction): Promise<{ id: number }> {
    return { id: await this.transactionPosting.insert(line, 'pending', null) };
  }

  /**
   * Books an announced line, whether it still waits or was given up: money that did come always
   * wins. `moved` is false when it had been booked before.
   */
  async complete(
    transactionId: number,
    posting: Posting,
    extra: TransactionUpdate = {},
  ): Promise<{ moved: boolean; balance: Money }> {
    const line = await this.statement.lockById(transactionId);
    if (!line) throw new Error(`No wallet transaction ${transactionId}`);
    if (line.status === 'successful' || line.status === 'refunded')
      return { moved: false, balance: await this.ledger.getBalance(line.userId) };
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: toSignedAmount(line),
    });
    await this.statement.markSuccessful(transactionId, posted.ledgerTransactionId, extra);
    if (posted.replayed) return { moved: false, balance: posted.balance };
    const repaid = await this.receivables.repay(line.userId, posted.balance, line.reference);
    return { moved: true, balance: posted.balance.minus(repaid) };
  }

  /** Gives up a line that still waits. @returns whether it did wait. */
  closePending(
    transactionId: number,
    status: 'failed' | 'cancelled',
    extra: TransactionUpdate = {},
  ): Promise<boolean> {
    return this.statement.transition(transactionId, 'pending', status, extra);
  }

  /**
   * Takes money for goods, at once or not at all.
   * @throws DomainError insufficient_balance.
   */
  async charge(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money }> {
    const { transactionId, balance, replayed } = await this.transactionPosting.post(line, posting);
    if (replayed) throw new Error(`The charge ${posting.idempotencyKey} was booked before`);
    return { transactionId, balance };
  }

  /**
   * Gives money: a refund or a funding. Repeating the key finds the first line. `repaid` is the part
   * that went straight into what the customer owed, and `balance` what is left after it.
   */
  async credit(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money; repaid: Money; replayed: boolean }> {
    const { transactionId, balance, replayed } = await this.transactionPosting.post(line, posting);
    const repaid = replayed
      ? Money.zero
      : await this.receivables.repay(line.userId, balance, line.reference);
    return { transactionId, balance: balance.minus(repaid), repaid, replayed };
  }

  /**
   * Takes money back that was credited before, whether the wallet still holds it or not: what it
   * lacks is owed from then on. Repeating the key finds the first line.
   */
  clawback(line: NewTransaction, posting: Posting): Promise<ClawbackResult> {
    return this.receivables.clawback(line, posting);
  }

  /** Marks a debit whose money was given back in full. */
  markRefunded(transactionId: number): Promise<boolean> {
    return this.statement.transition(transactionId, 'successful', 'refunded');
  }
}
