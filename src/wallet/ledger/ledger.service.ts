import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { LedgerRepository } from './ledger.repository';
import { insufficientBalance } from '../wallet.errors';
import {
  RECEIVABLE,
  type NewTransaction,
  type PostingResult,
  type WalletPosting,
} from '../wallet.types';

/** Double-entry ledger: every movement of a wallet is one balanced, immutable transaction. */
@Injectable()
export class LedgerService {
  constructor(private readonly repository: LedgerRepository) {}

  getBalance(userId: number): Promise<Money> {
    return this.repository.getBalance(userId);
  }

  /** By user id; zero where a user has no wallet yet. */
  getBalances(userIds: readonly number[]): Promise<Map<number, Money>> {
    return this.repository.getBalances(userIds);
  }

  /** Amount the customer owes. */
  getReceivableBalance(userId: number): Promise<Money> {
    return this.repository.getReceivableBalance(userId);
  }

  /** Opens the wallet if needed and locks it until the unit of work ends. @returns its balance. */
  async lockWallet(userId: number): Promise<Money> {
    await this.repository.openWallet(userId);
    return this.repository.lockWallet(userId);
  }

  /** As `lockWallet`, but does not open a wallet: a concurrent first credit is not waited for. */
  lockBalance(userId: number): Promise<Money> {
    return this.repository.lockWallet(userId);
  }

  /** Whether this idempotency key was posted. */
  async isPosted(idempotencyKey: string): Promise<boolean> {
    return (await this.repository.findPosting(idempotencyKey)) !== null;
  }

  /**
   * Moves money between a wallet and another account, at most once per key. Needs an open unit
   * of work, which must be left to roll back when this throws.
   * @param line of the statement, inserted with the posting.
   * @throws DomainError insufficient_balance when a debit exceeds the wallet.
   */
  async post(posting: WalletPosting, line: NewTransaction | null = null): Promise<PostingResult> {
    if (posting.amount.isZero) throw new RangeError('A posting must not be zero');
    if (posting.against === RECEIVABLE) await this.repository.openReceivable(posting.userId);
    const posted = await this.repository.post(posting, line);
    if (posted.ledgerTransactionId === null) return this.replay(posting);
    if (posted.balance === null)
      throw insufficientBalance(
        posting.amount.negated(),
        await this.repository.getBalance(posting.userId),
      );
    return {
      ledgerTransactionId: posted.ledgerTransactionId,
      balance: posted.balance,
      line: posted.line,
      replayed: false,
    };
  }

  private async replay({ idempotencyKey: key, userId }: WalletPosting): Promise<PostingResult> {
    const earlier = await this.repository.findPosting(key);
    if (!earlier) throw new Error(`Ledger key ${key} has a header without a wallet entry`);
    return {
      ledgerTransactionId: earlier.id,
      balance: earlier.balance ?? (await this.repository.getBalance(userId)),
      line: null,
      replayed: true,
    };
  }
}
