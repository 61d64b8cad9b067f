import { Injectable } from '@nestjs/common';
import type { TeamRole } from '../../common/security/actor';
import { readableTime } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import type { TeamInvitation } from './team.entity';
import type { UserAccount } from '../../users/users.types';

type Recipient = Pick<UserAccount, 'name' | 'email'>;

const MAY: Record<TeamRole, string> = {
  buyer:
    'You will be able to see the proxies, the usage and the wallet, to buy and renew proxies from the wallet, and to configure them.',
  viewer: 'You will be able to see the proxies, the usage and the wallet, and to change nothing.',
};

/** Enqueues the mails of teams. Each method needs an open unit of work. */
@Injectable()
export class TeamMailService {
  constructor(
    private readonly mail: MailService,
    private readonly config: AppConfig,
  ) {}

  async sendInvitation(
    { email, role, expiresAt }: TeamInvitation,
    owner: string,
    token: string,
  ): Promise<void> {
    await this.mail.enqueueTemplate(email, (site) => ({
      subject: `${owner} invites you to a team on ${site}`,
      heading: 'Join a team',
      paragraphs: [
        `${owner} invites you to act for their ${site} account, with a sign-in of your own. ${MAY[role]}`,
        `The invitation is for ${email} and works until ${readableTime(expiresAt)}.`,
      ],
      action: {
        label: 'See the invitation',
        url: `${this.config.http.appUrl}/join?token=${token}`,
      },
      closing: `If you do not know ${owner}, you can ignore this email.`,
    }));
  }

  /** To the owner. */
  async sendJoined(owner: Recipient, member: Recipient, role: TeamRole): Promise<void> {
    await this.mail.enqueueTemplate(owner.email, (site) => ({
      subject: `${member.name} joined your team on ${site}`,
      heading: 'Your team has a new member',
      paragraphs: [
        `Hello ${owner.name},`,
        `${member.name} (${member.email}) accepted your invitation and is now a ${role} of your ${site} account.`,
      ],
      action: { label: 'See your team', url: `${this.config.http.appUrl}/team` },
      closing: `If you did not invite them, remove the member, change your password and contact ${this.config.support.email}.`,
    }));
  }

  async sendRemoved(member: Recipient, owner: string): Promise<void> {
    await this.mail.enqueueTemplate(member.email, (site) => ({
      subject: `You left the team of ${owner} on ${site}`,
      heading: 'You are no longer in the team',
      paragraphs: [
        `Hello ${member.name},`,
        `${owner} ended your membership. You can no longer act for their account. Your own ${site} account and its sign-in stay.`,
      ],
      closing: `If you think this is a mistake, ask ${owner}.`,
    }));
  }
}
