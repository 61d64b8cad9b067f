import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { PaymentsModule } from '../payments/payments.module';
import { PromotionsModule } from '../referrals/promotions.module';
import { ProxiesModule } from '../proxies/proxies.module';
import { TicketsModule } from '../tickets/tickets.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { AccountClosureService } from './account-closure.service';
import { AccountController } from './account.controller';
import { AccountExportService } from './account-export.service';
import { SecurityReviewController } from './review/review.controller';
import { SecurityReviewService } from './review/review.service';
import { TeamInvitationsService } from './team/team-invitations.service';
import { TeamMailService } from './team/team-mail.service';
import { TeamController, TeamInvitationController } from './team/team.controller';
import { TeamInvitation, TeamMember } from './team/team.entity';
import { TeamService } from './team/team.service';

/** Teams of customers, and export, review and deletion of accounts, which concern every module that stores data of customers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([TeamInvitation, TeamMember]),
    AuditModule,
    AuthModule,
    MailModule,
    NotificationsModule,
    PaymentsModule,
    PromotionsModule,
    ProxiesModule,
    TicketsModule,
    UsersModule,
    WalletModule,
    WebhooksModule,
  ],
  controllers: [
    AccountController,
    SecurityReviewController,
    TeamController,
    TeamInvitationController,
  ],
  providers: [
    AccountClosureService,
    AccountExportService,
    SecurityReviewService,
    TeamInvitationsService,
    TeamMailService,
    TeamService,
  ],
  exports: [AccountClosureService],
})
export class AccountModule {}
