import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { PaymentsModule } from '../../payments/payments.module';
import { ProxiesModule } from '../../proxies/proxies.module';
import { SettingsModule } from '../../settings/settings.module';
import { UsersModule } from '../../users/users.module';
import { WalletModule } from '../../wallet/wallet.module';
import { WalletFundingService } from '../users/wallet-funding.service';
import { ApprovalService } from './approval.service';
import { StaffAllowance } from './staff-allowance.entity';
import { ProposalNoticeService } from './proposal-notice.service';
import { StaffMovementsService } from './staff-movements.service';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';
import { WalletCorrectionsService } from './wallet-corrections.service';

/** Without the controller, for the worker. */
@Module({
  imports: [
    TypeOrmModule.forFeature([StaffAllowance]),
    AuditModule,
    MailModule,
    PaymentsModule,
    ProxiesModule,
    SettingsModule,
    UsersModule,
    WalletModule,
  ],
  providers: [
    ApprovalService,
    ProposalNoticeService,
    StaffMovementsService,
    WalletCorrectionsQueries,
    WalletCorrectionsService,
    WalletFundingService,
  ],
  exports: [
    ApprovalService,
    StaffMovementsService,
    WalletCorrectionsQueries,
    WalletCorrectionsService,
  ],
})
export class WalletCorrectionsModule {}
