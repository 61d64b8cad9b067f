import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerPeriodBalance } from '../periods/ledger-period-balance.entity';
import { LedgerPeriod } from '../periods/ledger-period.entity';
import { LedgerPeriodRepository } from '../periods/ledger-period.repository';
import { LedgerPeriodService } from '../periods/ledger-period.service';
import { LedgerChainLink } from './ledger-chain-link.entity';
import { LedgerChainService } from './ledger-chain.service';

@Module({
  imports: [TypeOrmModule.forFeature([LedgerChainLink, LedgerPeriod, LedgerPeriodBalance])],
  providers: [LedgerChainService, LedgerPeriodRepository, LedgerPeriodService],
  exports: [LedgerChainService, LedgerPeriodService],
})
export class LedgerChainModule {}
