import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerChainLink } from './ledger-chain-link.entity';
import { LedgerChainService } from './ledger-chain.service';

@Module({
  imports: [TypeOrmModule.forFeature([LedgerChainLink])],
  providers: [LedgerChainService],
  exports: [LedgerChainService],
})
export class LedgerChainModule {}
