import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { formatNaira, Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { isUniqueViolation } from '../database/pg-errors';
import { InvoiceService } from './invoices/invoice.service';
import { LedgerService } from './ledger/ledger.service';
import { SpendingLimitsRepository } from './spending-limits/spending-limits.repository';
import type { WalletTransaction } from './statement/wallet-transaction.entity';
import { StatementRepository } from './statement/statement.repository';
import {
  keySpendingCap,
  memberMayNotBuy,
  memberSpendingLimit,
  referenceTaken,
} from './wallet.errors';
import {
  CURRENCY,
  RECEIVABLE,
  type ClawbackResult,
  type Completion,
  type MemberSpendingState,
  type NewTransaction,
  type PostedTransaction,
  type Posting,
  type StatementLine,
  type TransactionType,
  type TransactionUpdate,
  type WalletPosting,
} from './wallet.types';

/**
 * Wallet operations for other modules. Each write inserts a statement line together with its ledger
 * posting; all of them need an open unit of work.
 *
 * A wallet never becomes negative. A clawback may exceed the balance: the missing part is first advanced from the
 * customer's receivable, and later credits repay it before anything else. A customer with an open receivable therefore
 * has no balance to spend.
 */
@Injectable()
export class WalletService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statement: StatementRepository,
    private readonly limits: SpendingLimitsRepository,
    private readonly invoices: InvoiceService,
    private readonly audit: AuditService,
  ) {}

  getBalance(userId: number): Promise<Money> {
    return this.ledger.getBalance(userId);
  }

  /** By user id; zero where a user has no wallet yet. */
  getBalances(userIds: readonly number[]): Promise<Map<number, Money>> {
    return this.ledger.getBalances(userIds);
  }

  /** Locks the wallet until the unit of work ends; one that does not exist yet is not created. */
  lockBalance(userId: number): Promise<Money> {
    return this.ledger.lockBalance(userId);
  }

  /** As `lockBalance`, but opens a wallet that does not exist yet, so that its first credit waits, too. */
  lockWallet(userId: number): Promise<Money> {
    return this.ledger.lockWallet(userId);
  }

  /** Amount owed after a chargeback; incoming credits repay it first. */
  getReceivableBalance(userId: number): Promise<Money> {
    return this.ledger.getReceivableBalance(userId);
  }

  /** Of a member of a team who buys from this wallet; null for its owner and for a viewer. */
  async getMemberSpending({
    userId,
    member,
  }: Pick<Actor, 'userId' | 'member'>): Promise<MemberSpendingState | null> {
    return member ? this.limits.findOfMember(userId, member.id) : null;
  }

  async findTransaction(id: number): Promise<StatementLine | null> {
    return toStatementLine(await this.statement.findById(id));
  }

  /** Locks the line until the unit of work ends. */
  lockTransaction(id: number): Promise<(StatementLine & { userId: number }) | null> {
    return this.statement.lockById(id);
  }

  async findByReference(reference: string): Promise<StatementLine | null> {
    return toStatementLine(await this.statement.findByReference(reference));
  }

  /**
   * Inserts a pending credit.
   * @throws DomainError conflict REFERENCE_TAKEN.
   */
  async createPending(line: NewTransaction): Promise<{ id: number }> {
    assertPositive(line);
    return { id: await refuseTakenReference(this.statement.insertPending(line)) };
  }

  /**
   * Posts a pending line, also after it was closed: a confirmed payment is always credited. `moved` is
   * false when it was posted before.
   */
  async complete(
    transactionId: number,
    posting: Posting,
    extra: Completion = {},
  ): Promise<{ moved: boolean; balance: Money }> {
    const line = await this.statement.lockById(transactionId);
    if (!line) throw new Error(`No wallet transaction ${transactionId}`);
    if (line.status === 'successful' || line.status === 'refunded')
      return { moved: false, balance: await this.ledger.getBalance(line.userId) };
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: toSignedAmount({ ...line, amount: extra.amount ?? line.amount }),
    });
    await this.statement.markSuccessful(transactionId, posted.ledgerTransactionId, extra);
    if (posted.replayed) return { moved: false, balance: posted.balance };
    const repaid = await this.repayReceivable(line.userId, posted.balance, line.reference);
    return { moved: true, balance: posted.balance.minus(repaid) };
  }

  /** Notes how a pending line was paid, before it is posted. */
  setPaymentMethod(transactionId: number, method: string): Promise<void> {
    return this.statement.setPaymentMethod(transactionId, method);
  }

  /** Closes a pending line. @returns false when it was not pending. */
  closePending(
    transactionId: number,
    status: 'failed' | 'cancelled',
    extra: TransactionUpdate = {},
  ): Promise<boolean> {
    return this.statement.transition(transactionId, 'pending', status, extra);
  }

  /**
   * Debits a purchase in full or not at all.
   * @throws DomainError insufficient_balance, also as KEY_SPENDING_CAP or MEMBER_SPENDING_LIMIT; forbidden NOT_A_BUYER.
   */
  async charge(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transaction: StatementLine; balance: Money }> {
    const { line: transaction, balance, replayed } = await this.post(line, posting);
    if (replayed) throw new Error(`The charge ${posting.idempotencyKey} was posted before`);
    const { userId, amount, apiKey, member } = line;
    if (apiKey && !(await this.limits.countForKey(apiKey, amount)))
      throw keySpendingCap(amount, balance.plus(amount), apiKey.dailyLimit);
    if (member) {
      const count = await this.limits.countForMember(userId, member.id, amount, transaction.id);
      if (!count) throw memberMayNotBuy();
      if (!count.isCounted) throw memberSpendingLimit(amount, balance.plus(amount), count);
    }
    return { transaction, balance };
  }

  /**
   * Debits in full or not at all. A repeated key returns the first line.
   * @throws DomainError insufficient_balance.
   */
  async debit(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money; replayed: boolean }> {
    const posted = await this.post(line, posting);
    return { transactionId: posted.line.id, balance: posted.balance, replayed: posted.replayed };
  }

  /**
   * Credits a refund or a funding. A repeated key returns the first line. `repaid` is the part that
   * repaid the receivable, `balance` the balance after it. A refund gives back to the limits of
   * the member who made the charge, and gets its credit note when that was invoiced.
   */
  async credit(
    line: NewTransaction,
    posting: Posting,
  ): Promise<{ transactionId: number; balance: Money; repaid: Money; replayed: boolean }> {
    const posted = await this.post(line, posting);
    const { balance, replayed } = posted;
    const repaid = replayed
      ? Money.zero
      : await this.repayReceivable(line.userId, balance, line.reference);
    if (line.refundOf !== undefined && !replayed) {
      await this.limits.giveBackToMember(line.refundOf, line.amount);
      await this.invoices.issueForRefund(line.userId, line.refundOf, posted.line);
    }
    return { transactionId: posted.line.id, balance: balance.minus(repaid), repaid, replayed };
  }

  /**
   * Claws back credited money in full; the part above the balance is added to the receivable. A repeated
   * key returns the first line.
   */
  async clawback(line: NewTransaction, posting: Posting): Promise<ClawbackResult> {
    const balance = await this.ledger.lockWallet(line.userId);
    if (await this.ledger.isPosted(posting.idempotencyKey)) return this.replayClawback(line);
    const owed = line.amount.minus(balance);
    if (owed.isPositive) await this.advance(line, posting.idempotencyKey, owed);
    const { line: debit } = await this.post(line, posting);
    const transactionId = debit.id;
    return owed.isPositive
      ? { transactionId, fromWallet: balance, owed, replayed: false }
      : { transactionId, fromWallet: line.amount, owed: Money.zero, replayed: false };
  }

  /** Marks a debit as fully refunded. */
  markRefunded(transactionId: number): Promise<boolean> {
    return this.statement.transition(transactionId, 'successful', 'refunded');
  }

  /** Inserts a statement line together with its ledger posting. @throws DomainError insufficient_balance, conflict REFERENCE_TAKEN. */
  private async post(
    line: NewTransaction,
    posting: Pick<WalletPosting, 'idempotencyKey' | 'kind' | 'against'>,
  ): Promise<PostedTransaction> {
    assertPositive(line);
    const { reference, userId } = line;
    const amount = toSignedAmount(line);
    const { line: inserted, ...posted } = await refuseTakenReference(
      this.ledger.post({ ...posting, reference, userId, amount }, line),
    );
    if (posted.replayed) {
      const earlier = await this.statement.findByReference(reference);
      if (!earlier) throw referenceTaken();
      return { ...posted, line: earlier };
    }
    if (!inserted) throw new Error(`The posting of ${reference} has no statement line`);
    const { description, type, purpose, paymentMethod = null } = line;
    return {
      ...posted,
      line: {
        ...inserted,
        ...{ reference, description, type, purpose, status: 'successful', paymentMethod },
        ...{ amount: line.amount, currency: CURRENCY },
      },
    };
  }

  /**
   * Repays the receivable from the balance. Call it after every credit in the same unit of work: the
   * credit holds the wallet's row lock, so no chargeback runs in between.
   * @returns the repaid amount.
   */
  private async repayReceivable(
    userId: number,
    balance: Money,
    creditedBy: string,
  ): Promise<Money> {
    const owed = await this.ledger.getReceivableBalance(userId);
    const amount = owed.isLessThan(balance) ? owed : balance;
    if (!amount.isPositive) return Money.zero;
    const { line } = await this.post(
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
    await this.post(
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

  private async replayClawback({ reference }: NewTransaction): Promise<ClawbackResult> {
    const earlier = await this.statement.findByReference(reference);
    if (!earlier) throw new Error(`The clawback ${reference} has no statement line`);
    const advanced = await this.statement.findByReference(`OWED-${reference}`);
    const owed = advanced?.amount ?? Money.zero;
    const fromWallet = earlier.amount.minus(owed);
    return { transactionId: earlier.id, fromWallet, owed, replayed: true };
  }
}

function assertPositive({ amount }: NewTransaction): void {
  if (!amount.isPositive) throw new RangeError('A statement line has a positive amount');
}

/** @throws DomainError conflict REFERENCE_TAKEN. */
async function refuseTakenReference<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert;
  } catch (error) {
    if (isUniqueViolation(error, 'wallet_transaction_reference_key')) throw referenceTaken();
    throw error;
  }
}

/** Positive for credits, negative for debits. */
const toSignedAmount = (line: { type: TransactionType; amount: Money }): Money =>
  line.type === 'credit' ? line.amount : line.amount.negated();

function toStatementLine(row: WalletTransaction | null): StatementLine | null {
  if (!row) return null;
  const { userId: _, metadata: __, ledgerTransactionId: ___, refundOf: ____, ...line } = row;
  return line;
}
