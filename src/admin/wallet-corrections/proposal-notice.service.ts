import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { formatNairaExact } from '../../common/money/money';
import { readableTime } from '../../common/time/calendar';
import { HOUR } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { DatabaseClock } from '../../database/database-clock';
import { MailService } from '../../mail/mail.service';
import type { MailContent } from '../../mail/mail.types';
import { SettingsService } from '../../settings/settings.service';
import { UserAdministrationService } from '../../users/user-administration.service';
import { UsersService } from '../../users/users.service';
import type { WalletCorrection } from '../../wallet/corrections/wallet-correction.entity';
import { WalletCorrectionService } from '../../wallet/corrections/wallet-correction.service';
import { describeSubject } from './wallet-corrections.dto';

type Facts = NonNullable<MailContent['facts']>;

/**
 * Mails about proposals. Where nobody else can approve a movement of money, it is carried out after a delay, and a mail
 * to its proposer and to the shop's support stands in for the second admin. Everything needs an open unit of work.
 */
@Injectable()
export class ProposalNoticeService {
  private readonly key: Buffer;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly users: UsersService,
    private readonly accounts: UserAdministrationService,
    private readonly corrections: WalletCorrectionService,
    private readonly mail: MailService,
  ) {
    this.key = config.key('signed-link');
  }

  /** Whether nobody else can approve it; changes of rights and limits are then made at once. */
  async isAlone({ change, proposedBy }: WalletCorrection): Promise<boolean> {
    return change === null && !(await this.accounts.hasSecondApprover(proposedBy));
  }

  /** Mails an open proposal to who can decide about it, and schedules it where nobody else can. */
  async announce(correction: WalletCorrection): Promise<void> {
    const { id, proposedBy } = correction;
    const facts = await this.describe(correction);
    const admins = await this.users.findActiveByIds(await this.accounts.findApproverIds());
    for (const admin of admins.filter((one) => one.id !== proposedBy))
      await this.mail.enqueueTemplate(admin.email, (site) => ({
        subject: `A proposal needs your approval: #${id} at ${site}`,
        heading: 'A proposal needs your approval',
        paragraphs: [
          'Another member of staff has proposed this. Nothing happens until it is approved.',
        ],
        facts,
        action: { label: 'Review the proposal', url: this.toUrl(correction) },
        closing: 'You get this email because you can approve proposals.',
      }));
    if (!(await this.isAlone(correction))) {
      if (correction.executesAt) await this.corrections.schedule(correction, null);
      return;
    }
    const { soleAdminDelayHours } = await this.settings.current();
    const executesAt = await this.clock.in(soleAdminDelayHours * HOUR);
    await this.corrections.schedule(correction, executesAt);
    const time = readableTime(executesAt);
    await this.mailOwner(correction, (site) => ({
      subject: `${site} moves money at ${time} unless you stop it: proposal #${id}`,
      heading: 'Money moves without a second admin',
      paragraphs: [
        `There is nobody else who could approve this proposal, so it is carried out at ${time}.`,
        'If you do not know it or do not want it, stop it. No money has moved yet.',
      ],
      facts,
      action: { label: 'Stop this proposal', url: this.toStopUrl(correction) },
      link: { label: 'Open it in the back office', url: this.toUrl(correction) },
      closing: `If nobody of your staff proposed this, stop it and change the password of the admin at once.`,
    }));
  }

  /** @param refusal why it could not be carried out. */
  async reportOutcome(correction: WalletCorrection, refusal?: string): Promise<void> {
    const { id } = correction;
    const facts = await this.describe(correction);
    await this.mailOwner(correction, (site) => ({
      subject: `${site}: proposal #${id} was ${refusal ? 'not ' : ''}carried out`,
      heading: refusal ? 'A proposal was not carried out' : 'A proposal was carried out',
      paragraphs: [
        refusal
          ? `No money has moved. ${refusal}`
          : 'There was nobody else who could approve it, and nobody stopped it in time.',
      ],
      facts,
      action: { label: 'Open it in the back office', url: this.toUrl(correction) },
      closing: 'A posted correction can be reversed in the back office.',
    }));
  }

  /** Whether `signature` is of the link in the mail about this proposal. */
  isGenuine(correction: WalletCorrection, signature: string): boolean {
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(correction))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async describe(correction: WalletCorrection): Promise<Facts> {
    const { id, kind, subjectId, userId, amount, direction, reason, proposedBy } = correction;
    const user = await this.users.findById(userId);
    const proposer = await this.users.findById(proposedBy);
    return [
      ['Proposal', `#${id}, ${describeSubject(kind, subjectId)}`],
      ...(kind === 'compensation'
        ? []
        : ([['Account', user ? `${user.name}, ${user.email}` : `User ${userId}`]] as const)),
      ...(amount
        ? ([
            [
              'Amount',
              `${formatNairaExact(amount)} ${direction === 'credit' ? 'to' : 'from'} ${kind === 'compensation' ? 'customers' : 'the wallet'}`,
            ],
          ] as const)
        : []),
      ['Reason', reason],
      ['Proposed by', proposer?.name ?? `User ${proposedBy}`],
    ];
  }

  private async mailOwner(
    { proposedBy }: WalletCorrection,
    template: (site: string) => MailContent,
  ): Promise<void> {
    const proposer = await this.users.findById(proposedBy);
    const addresses = new Set([this.config.support.email, ...(proposer ? [proposer.email] : [])]);
    for (const address of addresses) await this.mail.enqueueTemplate(address, template);
  }

  private toUrl({ id }: WalletCorrection): string {
    return `${this.config.http.appUrl}/admin/approvals?approval=${id}`;
  }

  private toStopUrl(correction: WalletCorrection): string {
    const query = new URLSearchParams({
      id: String(correction.id),
      signature: this.sign(correction),
    });
    return `${this.config.http.appUrl}/stop-proposal?${query}`;
  }

  private sign({ id, reference }: WalletCorrection): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(['stop-proposal', id, reference]))
      .digest('base64url');
  }
}
