import { Module } from '@nestjs/common';
import { ProxiesModule } from '../../proxies/proxies.module';
import { WalletModule } from '../../wallet/wallet.module';
import { DashboardController } from './dashboard.controller';
import { DashboardService } from './dashboard.service';

@Module({
  imports: [ProxiesModule, WalletModule],
  controllers: [DashboardController],
  providers: [DashboardService],
})
export class DashboardModule {}
