import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { Bookkeeper } from './bookkeeper';
import { DebtService } from './debt.service';
import { LedgerRepository } from './ledger.repository';
import { LedgerService } from './ledger.service';
import { StatementController } from './statement.controller';
import { StatementRepository } from './statement.repository';
import { StatementService } from './statement.service';
import { WalletStatsRepository } from './wallet-stats.repository';
import { WalletStatsService } from './wallet-stats.service';
import { WalletController } from './wallet.controller';
import { WalletService } from './wallet.service';

@Module({
  imports: [AuditModule],
  controllers: [WalletController, StatementController],
  providers: [
    Bookkeeper,
    DebtService,
    LedgerRepository,
    LedgerService,
    StatementRepository,
    StatementService,
    WalletService,
    WalletStatsRepository,
    WalletStatsService,
  ],
  exports: [WalletService, WalletStatsService],
})
export class WalletModule {}
