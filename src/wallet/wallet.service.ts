import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { TransactionPostingService, toSignedAmount } from './ledger/transaction-posting.service';
import { ReceivableService } from './ledger/receivable.service';
import { LedgerService } from './ledger/ledger.service';
import { CreditNotesService } from './invoices/credit-notes.service';
import { ApiKeySpendingRepository } from './key-spending/api-key-spending.repository';
import { MemberSpendingRepository } from './member-spending/member-spending.repository';
import { StatementRepository } from './statement/statement.repository';
import { keySpendingCap, memberMayNotBuy, memberSpendingLimit } from './wallet.errors';
import type {
  ClawbackResult,
  Completion,
  MemberSpendingState,
  NewTransaction,
  Posting,
  StatementLine,
  TransactionUpdate,
} from './wallet.types';

/**
 * Wallet operations for other modules. Each write inserts a statement line together with its ledger
 * posting; all of them need an open unit of work.
 */
@Injectable()
export class WalletService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly statement: StatementRepository,
    private readonly transactionPosting: TransactionPostingService,
    private readonly receivables: ReceivableService,
    private readonly keySpending: ApiKeySpendingRepository,
    private readonly creditNotes: CreditNotesService,
    private readonly memberSpending: MemberSpendingRepository,
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
    return member ? this.memberSpending.find(userId, member.id) : null;
  }

  findTransaction(id: number): Promise<StatementLine | null> {
    return this.statement.findById(id);
  }

  /** Locks the line until the unit of work ends. */
  lockTransaction(id: number): Promise<(StatementLine & { userId: number }) | null> {
    return this.statement.lockById(id);
  }

  findByReference(reference: string): Promise<StatementLine | null> {
    return this.statement.findByReference(reference);
  }

  /**
   * Inserts a pending credit.
   * @throws DomainError conflict REFERENCE_TAKEN.
   */
  async createPending(line: NewTransaction): Promise<{ id: number }> {
    return { id: await this.transactionPosting.insertPending(line) };
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
    const repaid = await this.receivables.repay(line.userId, posted.balance, line.reference);
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
    const {
      line: transaction,
      balance,
      replayed,
    } = await this.transactionPosting.post(line, posting);
    if (replayed) throw new Error(`The charge ${posting.idempotencyKey} was posted before`);
    if (line.apiKey && !(await this.keySpending.count(line.apiKey, line.amount)))
      throw keySpendingCap(line.amount, balance.plus(line.amount), line.apiKey.dailyLimit);
    if (line.member) await this.countForMember(line, line.member.id, transaction, balance);
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
    const posted = await this.transactionPosting.post(line, posting);
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
    const posted = await this.transactionPosting.post(line, posting);
    const { balance, replayed } = posted;
    const repaid = replayed
      ? Money.zero
      : await this.receivables.repay(line.userId, balance, line.reference);
    if (line.refundOf !== undefined && !replayed) {
      await this.memberSpending.giveBack(line.refundOf, line.amount);
      await this.creditNotes.issueForRefund(line.userId, line.refundOf, posted.line);
    }
    return { transactionId: posted.line.id, balance: balance.minus(repaid), repaid, replayed };
  }

  /**
   * Claws back credited money in full; the part above the balance is added to the receivable. A repeated
   * key returns the first line.
   */
  clawback(line: NewTransaction, posting: Posting): Promise<ClawbackResult> {
    return this.receivables.clawback(line, posting);
  }

  /** Marks a debit as fully refunded. */
  markRefunded(transactionId: number): Promise<boolean> {
    return this.statement.transition(transactionId, 'successful', 'refunded');
  }

  private async countForMember(
    { userId, amount }: NewTransaction,
    memberId: number,
    { id }: StatementLine,
    balance: Money,
  ): Promise<void> {
    const result = await this.memberSpending.count(userId, memberId, amount, id);
    if (!result) throw memberMayNotBuy();
    if (!result.isCounted) throw memberSpendingLimit(amount, balance.plus(amount), result);
  }
}
