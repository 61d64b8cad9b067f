import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { WalletProcessor } from './jobs/wallet.processor';
import { LedgerChainModule } from './ledger/chain/ledger-chain.module';

@Module({
  imports: [BullModule.registerQueue({ name: 'wallet' }), LedgerChainModule],
  providers: [WalletProcessor],
})
export class WalletJobsModule {}
