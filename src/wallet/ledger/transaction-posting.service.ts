import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { LedgerService } from './ledger.service';
import { StatementRepository } from '../statement/statement.repository';
import { referenceTaken } from '../wallet.errors';
import {
  CURRENCY,
  type NewTransaction,
  type PostingResult,
  type StatementLine,
  type TransactionType,
  type WalletPosting,
} from '../wallet.types';

export interface PostedTransaction {
  readonly line: StatementLine;
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
    return { ...posted, line: toStatementLine(line, inserted) };
  }

  /** @throws DomainError conflict REFERENCE_TAKEN. */
  async insertPending(line: NewTransaction): Promise<number> {
    assertPositive(line);
    return refuseTakenReference(this.statement.insertPending(line));
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

const toStatementLine = (
  line: NewTransaction,
  inserted: NonNullable<PostingResult['line']>,
): StatementLine => ({
  ...inserted,
  reference: line.reference,
  description: line.description,
  type: line.type,
  purpose: line.purpose,
  status: 'successful',
  amount: line.amount,
  currency: CURRENCY,
  paymentMethod: line.paymentMethod ?? null,
});

/** Positive for credits, negative for debits. */
export const toSignedAmount = (line: { type: TransactionType; amount: Money }): Money =>
  line.type === 'credit' ? line.amount : line.amount.negated();
