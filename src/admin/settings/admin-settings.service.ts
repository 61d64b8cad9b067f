import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { DomainError, invalidFields } from '../../common/errors/domain-error';
import type { Actor, SessionActor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { DirectMailService } from '../../mail/direct-mail.service';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import {
  getDefault,
  type PlatformSettings,
  type SettingChanges,
  type SettingKey,
} from '../../settings/settings.types';
import { proposalOutdated } from '../../wallet/wallet.errors';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.entity';
import { ApprovalService } from '../wallet-corrections/approval.service';
import {
  LAST_ADMIN,
  NO_SECOND_ADMIN,
  toCorrectionResult,
  type ListedCorrection,
} from '../wallet-corrections/wallet-corrections.dto';
import { WalletCorrectionsQueries } from '../wallet-corrections/wallet-corrections.queries';
import { withMessage } from '../../common/http/api.decorators';
import type { SettingsSavedData } from './settings.dto';

/** Above them, staff need another admin, who also has to approve that they rise. */
const LIMITS = ['correctionApprovalLimit', 'fundingApprovalLimit'] as const;

/**
 * What would let a stolen token move money: a key of its own signs notifications of payments, a mail server of its own
 * gets the reset codes of everybody, and higher limits or a shorter delay need no second admin.
 */
const GUARDED: readonly SettingKey[] = [
  'korapaySecretKey',
  ...(['smtpHost', 'smtpPort', 'smtpUsername', 'smtpPassword'] as const),
  ...LIMITS,
  'soleAdminDelayHours',
];

@Injectable()
export class AdminSettingsService {
  constructor(
    private readonly editor: SettingsEditorService,
    private readonly sessions: SessionsService,
    private readonly approvals: ApprovalService,
    private readonly corrections: WalletCorrectionsQueries,
    private readonly uow: UnitOfWork,
    private readonly mail: DirectMailService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param version of the settings that the changes were made to; without it nothing is compared.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, and what `SettingsEditorService.update` throws.
   */
  async update(
    actor: SessionActor,
    changes: SettingChanges,
    version?: number,
  ): Promise<SettingsSavedData> {
    let proposalId: number | null = null;
    let isAlone = false;
    const saved = await this.editor.update(actor, changes, version, {
      assertAllowed: (keys) => {
        if (keys.some((key) => GUARDED.includes(key))) this.sessions.assertRecent(actor);
      },
      select: async (before) => {
        proposalId = null;
        isAlone = false;
        const raise = findRaise(before, changes);
        if (!raise) return changes;
        this.sessions.assertRecent(actor);
        isAlone = !(await this.approvals.hasSecondAdmin(actor));
        if (isAlone) return changes;
        proposalId = await this.approvals.proposeChange(actor, {
          kind: 'limit_raise',
          userId: actor.userId,
          subjectId: null,
          reason: 'Higher approval limit',
          change: raise,
        });
        const kept = Object.entries(changes).filter(([key]) => !(key in raise.after));
        return Object.fromEntries(kept) as SettingChanges;
      },
    });
    const done = 'Settings saved successfully!';
    if (proposalId === null)
      return withMessage({ ...saved }, isAlone ? `${done} ${NO_SECOND_ADMIN}` : done);
    const proposal = await this.corrections.get(proposalId);
    return withMessage(
      { ...saved, proposal: toCorrectionResult(proposal) },
      `${done} ${describeWait(proposal)}`,
    );
  }

  /** Raises limits that another admin has proposed. @throws DomainError conflict PROPOSAL_OUTDATED. */
  async raise(actor: SessionActor, { before, after }: ProposedChange): Promise<void> {
    await this.editor.update(actor, after as SettingChanges, undefined, {
      select: async (current) => {
        if (LIMITS.some((limit) => limit in before && before[limit] !== current[limit]))
          throw proposalOutdated();
        return Promise.resolve(after as SettingChanges);
      },
    });
  }

  /**
   * Tries the mail server of the settings with a real mail.
   * @returns a sentence that says where the mail went.
   * @throws DomainError invalid when no mail server is set.
   * @throws DomainError upstream_failed MAIL_TEST_FAILED with the reply of the mail server, if one answered.
   */
  async sendTestEmail(actor: Actor, to: string): Promise<string> {
    if (!(await this.mail.isConfigured()))
      throw invalidFields({
        smtpHost: ['No mail server is set. Enter an SMTP host and save it, then test again.'],
      });
    const failure = await this.mail.send(to, (siteName) => ({
      subject: `Test email from ${siteName}`,
      heading: 'Your mail server works',
      paragraphs: [
        `${actor.name} sent this email to test the mail settings of ${siteName}. They work.`,
      ],
      closing: 'You do not need to do anything.',
    }));
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'settings.mail_tested',
        target: 'settings',
        details: failure ? `A test email failed: ${failure}` : `Sent a test email to ${to}`,
      }),
    );
    if (failure)
      throw new DomainError('upstream_failed', 'MAIL_TEST_FAILED', `The test failed: ${failure}`);
    return `Test email sent to ${to}.`;
  }
}

const describeWait = ({ other_admins }: ListedCorrection): string =>
  other_admins === 0
    ? `The higher limit is only proposed, and ${LAST_ADMIN}`
    : 'The higher limit waits until another admin approves it; until then the present one holds.';

/** The limits that would rise; null when none would. */
function findRaise(current: PlatformSettings, changes: SettingChanges): ProposedChange | null {
  const raised = LIMITS.flatMap((limit) => {
    const wanted = changes[limit] === null ? getDefault(limit) : changes[limit];
    return wanted !== undefined && wanted > current[limit] ? [[limit, wanted] as const] : [];
  });
  if (!raised.length) return null;
  return {
    before: Object.fromEntries(raised.map(([limit]) => [limit, current[limit]])),
    after: Object.fromEntries(raised),
  };
}
