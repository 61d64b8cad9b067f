import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../auth/sessions/sessions.service';
import type { SessionActor } from '../../common/security/actor';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import type { SavedSettings, SettingChanges, SettingKey } from '../../settings/settings.types';

/**
 * What would let a stolen token move money: a key of its own signs notifications of payments, a mail server of its own
 * gets the reset codes of everybody, and higher limits need no second admin.
 */
const GUARDED: readonly SettingKey[] = [
  'korapaySecretKey',
  ...(['smtpHost', 'smtpPort', 'smtpUsername', 'smtpPassword'] as const),
  ...(['correctionApprovalLimit', 'fundingApprovalLimit'] as const),
];

/** Changes of the settings by admins. */
@Injectable()
export class AdminSettingsService {
  constructor(
    private readonly editor: SettingsEditorService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @param version of the settings that the changes were made to; without it nothing is compared.
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED, and what `SettingsEditorService.update` throws.
   */
  update(actor: SessionActor, changes: SettingChanges, version?: number): Promise<SavedSettings> {
    return this.editor.update(actor, changes, version, (keys) => {
      if (keys.some((key) => GUARDED.includes(key))) this.sessions.assertRecent(actor);
    });
  }
}
