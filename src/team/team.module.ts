import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { MemberAccessRevocationModule } from '../proxies/member-access-revocation.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { TeamInvitationController } from './invitations/team-invitation.controller';
import { TeamInvitation } from './invitations/team-invitation.entity';
import { TeamInvitationsRepository } from './invitations/team-invitations.repository';
import { TeamInvitationsService } from './invitations/team-invitations.service';
import { TeamMailService } from './team-mail.service';
import { TeamMember } from './team-member.entity';
import { TeamController } from './team.controller';
import { TeamRepository } from './team.repository';
import { TeamService } from './team.service';

/** People who act for a customer with a sign-in of their own. */
@Module({
  imports: [
    TypeOrmModule.forFeature([TeamInvitation, TeamMember]),
    AuditModule,
    AuthModule,
    MailModule,
    MemberAccessRevocationModule,
    UsersModule,
    WalletModule,
  ],
  controllers: [TeamController, TeamInvitationController],
  providers: [
    TeamInvitationsRepository,
    TeamInvitationsService,
    TeamMailService,
    TeamRepository,
    TeamService,
  ],
  exports: [TeamInvitationsService, TeamService],
})
export class TeamModule {}
