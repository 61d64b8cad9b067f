import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import { AllowApiKey } from '../common/security/allow-api-key.decorator';
import { Authenticated } from '../common/security/authenticated.decorator';
import { CurrentActor } from '../common/security/current-actor.decorator';
import {
  BalanceResponse,
  toBalanceResponse,
  toWalletResponse,
  WalletResponse,
} from './dto/wallet.response';
import { WalletStatsService } from './stats/wallet-stats.service';
import { WalletService } from './wallet.service';

@ApiTags('Wallet')
@Controller('wallet')
export class WalletController {
  constructor(
    private readonly wallet: WalletService,
    private readonly stats: WalletStatsService,
  ) {}

  /** The wallet balance with the statistics of the current month, and what is left of your limits as a member of a team. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  async getWallet(@CurrentActor() actor: Actor): Promise<WalletResponse> {
    return toWalletResponse(
      await this.wallet.getBalance(actor.userId),
      await this.wallet.getReceivableBalance(actor.userId),
      await this.stats.getStats(actor.userId),
      await this.wallet.getMemberSpending(actor),
    );
  }

  /** The wallet balance only. */
  @Get('balance')
  @Authenticated()
  @AllowApiKey('read')
  async getWalletBalance(@CurrentActor() actor: Actor): Promise<BalanceResponse> {
    return toBalanceResponse(await this.wallet.getBalance(actor.userId));
  }
}
