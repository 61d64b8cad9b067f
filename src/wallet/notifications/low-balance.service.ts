import { Injectable } from '@nestjs/common';
import { WalletWatchRepository, type LinePosition } from './low-balance.repository';
import type { Buyers, LowWallet, WalletLine } from '../wallet.types';

/** Lets the platform see which wallets ran low. Costs by what was bought, not by how many wallets there are. */
@Injectable()
export class WalletWatchService {
  constructor(private readonly repository: WalletWatchRepository) {}

  /** Who bought since the cursor, repeats possible, none ever missed. @param cursor null begins an hour ago. */
  async buyersSince(cursor: string | null, limit: number): Promise<Buyers> {
    const position = cursor === null ? null : (JSON.parse(cursor) as LinePosition);
    const { userIds, next, more } = await this.repository.buyersAfter(position, limit);
    return { userIds, more, cursor: JSON.stringify(next) };
  }

  /** Of these wallets those that are below their line at this moment. */
  async below(lines: readonly WalletLine[]): Promise<LowWallet[]> {
    return lines.length ? this.repository.below(lines) : [];
  }
}
