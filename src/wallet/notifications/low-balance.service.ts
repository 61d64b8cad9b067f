import { Injectable } from '@nestjs/common';
import { LowBalanceRepository, type TransactionCursor } from './low-balance.repository';
import type { BuyerBatch, LowWallet, WalletThreshold } from '../wallet.types';

/** Finds wallets below their threshold. Its cost grows with the purchases, not with the number of wallets. */
@Injectable()
export class LowBalanceService {
  constructor(private readonly repository: LowBalanceRepository) {}

  /** Customers who bought since the cursor; at least once each. @param cursor null starts an hour ago. */
  async findBuyersSince(cursor: string | null, limit: number): Promise<BuyerBatch> {
    const position = cursor === null ? null : (JSON.parse(cursor) as TransactionCursor);
    const { userIds, next, more } = await this.repository.findBuyersAfter(position, limit);
    return { userIds, hasMore: more, cursor: JSON.stringify(next) };
  }

  /** The wallets that are below their threshold now. */
  async findBelowThreshold(lines: readonly WalletThreshold[]): Promise<LowWallet[]> {
    return lines.length ? this.repository.findBelowThreshold(lines) : [];
  }
}
