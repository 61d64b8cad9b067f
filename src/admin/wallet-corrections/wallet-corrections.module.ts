import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { SettingsModule } from '../../settings/settings.module';
import { UsersModule } from '../../users/users.module';
import { WalletModule } from '../../wallet/wallet.module';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';
import { WalletCorrectionsService } from './wallet-corrections.service';

/** Without the controller, for the worker. */
@Module({
  imports: [AuditModule, SettingsModule, UsersModule, WalletModule],
  providers: [WalletCorrectionsQueries, WalletCorrectionsService],
  exports: [WalletCorrectionsService],
})
export class WalletCorrectionsModule {}
