import { Injectable } from '@nestjs/common';
import { EntityStatements } from '../database/entity-statements';
import { prepareStatement } from '../database/prepared-statement';
import { UnitOfWork } from '../database/unit-of-work';
import {
  type Completion,
  type NewTransaction,
  type TransactionStatus,
  CURRENCY,
  RECEIVABLE,
  type ClawbackResult,
  type MemberSpendingState,
  type PostedTransaction,
  type Posting,
  type StatementLine,
  type TransactionType,
  type WalletPosting,
} from './wallet.types';
import { WalletTransaction } from './statement/wallet-transaction.entity';
import { AuditService } from '../audit/audit.service';
import { formatNaira, Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { isUniqueViolation } from '../database/pg-errors';
import { InvoiceService } from './invoices/invoice.service';
import { LedgerService } from './ledger/ledger.service';
import { SpendingLimitsRepository } from './spending-limits/spending-limits.repository';
import {
  keySpendingCap,
  memberMayNotBuy,
  memberSpendingLimit,
  referenceTaken,
} from './wallet.errors';

const LINES = new EntityStatements(WalletTransaction);

const MARK_SUCCESSFUL = prepareStatement(
  'statement.mark-successful',
  `UPDATE wallet_transaction SET status = 'successful', ledger_transaction_id = $2,
     processed_at = now(), payment_method = coalesce($3, payment_method),
     metadata = metadata || $4::jsonb, amount_kobo = coalesce($5::bigint, amount_kobo)
   WHERE id = $1`,
);

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
    private readonly uow: UnitOfWork,
    private readonly ledger: LedgerService,
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
    return toStatementLine(await LINES.findOne(this.uow, 'WHERE id = $1', [id]));
  }

  /** Locks the line until the unit of work ends. */
  lockTransaction(id: number): Promise<(StatementLine & { userId: number }) | null> {
    return LINES.lockOne(this.uow, 'WHERE id = $1', [id]);
  }

  async findByReference(reference: string): Promise<StatementLine | null> {
    return toStatementLine(await LINES.findOne(this.uow, 'WHERE reference = $1', [reference]));
  }

  /** Inserts a pending credit. */
  async createPending(line: NewTransaction): Promise<{ id: number }> {
    assertPositive(line);
    const { apiKey: _, member: __, refundOf: ___, metadata = {}, ...row } = line;
    const insert = this.uow
      .requireTransaction()
      .insert(WalletTransaction, { ...row, status: 'pending', metadata: metadata as object });
    const { identifiers } = await refuseTakenReference(insert);
    return { id: identifiers[0]!.id as number };
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
    const line = await LINES.lockOne(this.uow, 'WHERE id = $1', [transactionId]);
    if (!line) throw new Error(`No wallet transaction ${transactionId}`);
    if (line.status === 'successful' || line.status === 'refunded')
      return { moved: false, balance: await this.ledger.getBalance(line.userId) };
    const posted = await this.ledger.post({
      ...posting,
      reference: line.reference,
      userId: line.userId,
      amount: toSignedAmount({ ...line, amount: extra.amount ?? line.amount }),
    });
    await this.uow.executeInTransaction(MARK_SUCCESSFUL, [
      transactionId,
      posted.ledgerTransactionId,
      extra.paymentMethod ?? null,
      JSON.stringify(extra.metadata ?? {}),
      extra.amount?.kobo.toString() ?? null,
    ]);
    if (posted.replayed) return { moved: false, balance: posted.balance };
    const repaid = await this.repayReceivable(line.userId, posted.balance, line.reference);
    return { moved: true, balance: posted.balance.minus(repaid) };
  }

  /** Notes how a pending line was paid, before it is posted. */
  async setPaymentMethod(id: number, paymentMethod: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(WalletTransaction, { id, status: 'pending' }, { paymentMethod });
  }

  /** Closes a pending line. @returns false when it was not pending. */
  closePending(id: number, status: 'failed' | 'cancelled'): Promise<boolean> {
    return this.transition(id, 'pending', status);
  }

  /** Debits a purchase in full or not at all. */
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

  /** Debits in full or not at all. A repeated key returns the first line. */
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
    return this.transition(transactionId, 'successful', 'refunded');
  }

  /** Compare-and-set of the status. @returns false when the current status is not `from`. */
  private async transition(
    id: number,
    from: TransactionStatus,
    to: TransactionStatus,
  ): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(WalletTransaction, { id, status: from }, { status: to, processedAt: () => 'now()' });
    return affected === 1;
  }

  /** Inserts a statement line together with its ledger posting. */
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
      const earlier = await this.findByReference(reference);
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
        ...{ userId, type: 'debit', purpose: 'debt', amount },
        reference: `REPAID-${creditedBy}`,
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
        ...{ userId: line.userId, type: 'credit', purpose: 'debt', amount },
        reference: `OWED-${line.reference}`,
        description: `Advance that you owe: ${line.description}`,
        paymentMethod: 'wallet',
        metadata: line.metadata,
      },
      { idempotencyKey: `owed:${key}`, kind: 'receivable_advance', against: RECEIVABLE },
    );
  }

  private async replayClawback({ reference }: NewTransaction): Promise<ClawbackResult> {
    const earlier = await this.findByReference(reference);
    if (!earlier) throw new Error(`The clawback ${reference} has no statement line`);
    const advanced = await this.findByReference(`OWED-${reference}`);
    const owed = advanced?.amount ?? Money.zero;
    const fromWallet = earlier.amount.minus(owed);
    return { transactionId: earlier.id, fromWallet, owed, replayed: true };
  }
}

function assertPositive({ amount }: NewTransaction): void {
  if (!amount.isPositive) throw new RangeError('A statement line has a positive amount');
}

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
