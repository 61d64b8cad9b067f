import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { MailModule } from '../../mail/mail.module';
import { NotificationsModule } from '../../notifications/notifications.module';
import { BullModule } from '../../queue/bull.module';
import {
  Compensation,
  CompensationCustomer,
  CompensationProxy,
} from '../compensations/compensation.entity';
import { CompensationsService } from '../compensations/compensations.service';
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
    BullModule.registerQueue({ name: 'admin' }),
    TypeOrmModule.forFeature([
      StaffAllowance,
      Compensation,
      CompensationCustomer,
      CompensationProxy,
    ]),
    AuditModule,
    MailModule,
    NotificationsModule,
    PaymentsModule,
    ProxiesModule,
    SettingsModule,
    UsersModule,
    WalletModule,
  ],
  providers: [
    ApprovalService,
    CompensationsService,
    ProposalNoticeService,
    StaffMovementsService,
    WalletCorrectionsQueries,
    WalletCorrectionsService,
    WalletFundingService,
  ],
  exports: [
    ApprovalService,
    CompensationsService,
    StaffMovementsService,
    WalletCorrectionsQueries,
    WalletCorrectionsService,
  ],
})
export class WalletCorrectionsModule {}
