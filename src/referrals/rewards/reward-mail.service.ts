import { Injectable } from '@nestjs/common';
import { formatNaira, type Money } from '../../common/money/money';
import { AppConfig } from '../../config/app-config';
import { MailService } from '../../mail/mail.service';
import type { UserAccount } from '../../users/users.types';

/** Tells a referrer of a reward. Needs an open unit of work. */
@Injectable()
export class RewardMailService {
  constructor(
    private readonly mail: MailService,
    private readonly config: AppConfig,
  ) {}

  /** Names nobody: who was invited stays between the two. */
  async sendGranted(
    { name, email }: Pick<UserAccount, 'name' | 'email'>,
    reward: Money,
  ): Promise<void> {
    const amount = formatNaira(reward);
    await this.mail.enqueueTemplate(email, (site) => ({
      subject: `${amount} for your invitation to ${site}`,
      heading: 'Your invitation paid off',
      paragraphs: [
        `Hello ${name},`,
        `Somebody you invited to ${site} made a first top-up, so we added ${amount} to your wallet. Thank you!`,
      ],
      action: { label: 'See your invitations', url: `${this.config.http.appUrl}/referrals` },
      closing: 'If the bank reverses their payment, the reward is taken back.',
    }));
  }
}
