import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, Money } from '../../common/money/money';
import { TransactionPostingService } from './transaction-posting.service';
import { LedgerService } from './ledger.service';
import { StatementRepository } from '../statement/statement.repository';
import {
  RECEIVABLE,
  type ClawbackResult,
  type NewTransaction,
  type Posting,
} from '../wallet.types';

/**
 * Clawbacks that may exceed the balance. A wallet never becomes negative: the missing part is first
 * advanced from the customer's receivable, and later credits repay it before anything else. A customer
 * with an open receivable therefore has no balance to spend.
 */
@Injectable()
export class ReceivableService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly transactionPosting: TransactionPostingService,
    private readonly statement: StatementRepository,
    private readonly audit: AuditService,
  ) {}

  /** Debits the whole amount, at most once per key. Needs an open unit of work. */
  async clawback(line: NewTransaction, posting: Posting): Promise<ClawbackResult> {
    const balance = await this.ledger.lockWallet(line.userId);
    if (await this.ledger.isPosted(posting.idempotencyKey)) return this.replay(line);
    const owed = line.amount.minus(balance);
    if (owed.isPositive) await this.advance(line, posting.idempotencyKey, owed);
    const { line: debit } = await this.transactionPosting.post(line, posting);
    const transactionId = debit.id;
    return owed.isPositive
      ? { transactionId, fromWallet: balance, owed, replayed: false }
      : { transactionId, fromWallet: line.amount, owed: Money.zero, replayed: false };
  }

  /**
   * Repays the receivable from the balance. Call it after every credit in the same unit of work: the
   * credit holds the wallet's row lock, so no chargeback runs in between.
   * @returns the repaid amount.
   */
  async repay(userId: number, balance: Money, creditedBy: string): Promise<Money> {
    const owed = await this.ledger.getReceivableBalance(userId);
    const amount = owed.isLessThan(balance) ? owed : balance;
    if (!amount.isPositive) return Money.zero;
    const { line } = await this.transactionPosting.post(
      {
        userId,
        reference: `REPAID-${creditedBy}`,
        type: 'debit',
        purpose: 'debt',
        amount,
        description: 'Repayment of a debt after a chargeback',
        paymentMethod: 'wallet',
      },
      { idempotencyKey: `repaid:${creditedBy}`, kind: 'receivable_recovery', against: RECEIVABLE },
    );
    await this.audit.record('system', {
      action: 'wallet.debt_repaid',
      target: `user:${userId}`,
      details: `${formatNaira(amount)} of ${formatNaira(owed)} owed was repaid (transaction ${line.id})`,
    });
    return amount;
  }

  private async advance(line: NewTransaction, key: string, amount: Money): Promise<void> {
    await this.transactionPosting.post(
      {
        userId: line.userId,
        reference: `OWED-${line.reference}`,
        type: 'credit',
        purpose: 'debt',
        amount,
        description: `Advance that you owe: ${line.description}`,
        paymentMethod: 'wallet',
        metadata: line.metadata,
      },
      { idempotencyKey: `owed:${key}`, kind: 'receivable_advance', against: RECEIVABLE },
    );
  }

  private async replay(line: NewTransaction): Promise<ClawbackResult> {
    const earlier = await this.statement.findByReference(line.reference);
    if (!earlier) throw new Error(`The clawback ${line.reference} has no statement line`);
    const advanced = await this.statement.findByReference(`OWED-${line.reference}`);
    const owed = advanced?.amount ?? Money.zero;
    return {
      transactionId: earlier.id,
      fromWallet: earlier.amount.minus(owed),
      owed,
      replayed: true,
    };
  }
}
