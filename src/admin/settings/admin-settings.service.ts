import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import {
  SETTING_DEFAULTS,
  type PlatformSettings,
  type SavedSettings,
  type SettingChanges,
  type SettingKey,
} from '../../settings/settings.types';
import { proposalOutdated } from '../../wallet/corrections/wallet-correction.errors';
import type { ProposedChange } from '../../wallet/corrections/wallet-correction.types';
import { ApprovalService } from '../wallet-corrections/approval.service';
import { WalletCorrectionsQueries } from '../wallet-corrections/wallet-corrections.queries';
import type { ListedCorrection } from '../wallet-corrections/wallet-corrections.types';

/** Above them, staff need another admin, who also has to approve that they rise. */
const LIMITS = ['correctionApprovalLimit', 'fundingApprovalLimit'] as const;

/**
 * What would let a stolen token move money: a key of its own signs notifications of payments, a mail server of its own
 * gets the reset codes of everybody, and higher limits need no second admin.
 */
const GUARDED: readonly SettingKey[] = [
  'korapaySecretKey',
  ...(['smtpHost', 'smtpPort', 'smtpUsername', 'smtpPassword'] as const),
  ...LIMITS,
];

export interface SettingsOutcome {
  readonly saved: SavedSettings;
  /** Of the higher limits, which are not saved; null when nothing has to be approved. */
  readonly proposal: ListedCorrection | null;
  /** Whether a limit was raised that nobody else could approve. */
  readonly isAlone: boolean;
}

/** Changes of the settings by admins. */
@Injectable()
export class AdminSettingsService {
  constructor(
    private readonly editor: SettingsEditorService,
    private readonly sessions: SessionsService,
    private readonly approvals: ApprovalService,
    private readonly corrections: WalletCorrectionsQueries,
  ) {}

  /**
   * @param version of the settings that the changes were made to; without it nothing is compared.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, and what `SettingsEditorService.update` throws.
   */
  async update(
    actor: SessionActor,
    changes: SettingChanges,
    version?: number,
  ): Promise<SettingsOutcome> {
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
    const proposal = proposalId === null ? null : await this.corrections.get(proposalId);
    return { saved, proposal, isAlone };
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
}

/** The limits that would rise; null when none would. */
function findRaise(current: PlatformSettings, changes: SettingChanges): ProposedChange | null {
  const raised = LIMITS.flatMap((limit) => {
    const wanted = changes[limit] === null ? SETTING_DEFAULTS[limit] : changes[limit];
    return wanted !== undefined && wanted > current[limit] ? [[limit, wanted] as const] : [];
  });
  if (!raised.length) return null;
  return {
    before: Object.fromEntries(raised.map(([limit]) => [limit, current[limit]])),
    after: Object.fromEntries(raised),
  };
}
