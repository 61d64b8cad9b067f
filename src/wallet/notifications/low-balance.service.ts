import { Injectable } from '@nestjs/common';
import { LowBalanceRepository, type TransactionCursor } from './low-balance.repository';
import type { BuyerBatch, LowWallet, WalletThreshold } from '../wallet.types';

/** Lets the platform see which wallets ran low. Costs by what was bought, not by how many wallets there are. */
@Injectable()
export class LowBalanceService {
  constructor(private readonly repository: LowBalanceRepository) {}

  /** Who bought since the cursor, repeats possible, none ever missed. @param cursor null begins an hour ago. */
  async findBuyersSince(cursor: string | null, limit: number): Promise<BuyerBatch> {
    const position = cursor === null ? null : (JSON.parse(cursor) as TransactionCursor);
    const { userIds, next, more } = await this.repository.findBuyersAfter(position, limit);
    return { userIds, hasMore: more, cursor: JSON.stringify(next) };
  }

  /** Of these wallets those that are below their line at this moment. */
  async findBelowThreshold(lines: readonly WalletThreshold[]): Promise<LowWallet[]> {
    return lines.length ? this.repository.findBelowThreshold(lines) : [];
  }
}
