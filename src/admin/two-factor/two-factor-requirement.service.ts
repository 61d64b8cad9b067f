import { Injectable } from '@nestjs/common';
import { twoFactorNotEnabled } from '../../auth/auth.errors';
import { SessionsService } from '../../auth/sessions/sessions.service';
import { TwoFactorService } from '../../auth/two-factor/two-factor.service';
import type { SessionActor } from '../../common/security/actor';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import { SettingsService } from '../../settings/settings.service';

/** The setting that staff need two-factor authentication. */
@Injectable()
export class TwoFactorRequirementService {
  constructor(
    private readonly settings: SettingsService,
    private readonly editor: SettingsEditorService,
    private readonly twoFactor: TwoFactorService,
    private readonly sessions: SessionsService,
  ) {}

  async isRequired(): Promise<boolean> {
    return (await this.settings.current()).staffTwoFactorRequired;
  }

  /**
   * @throws DomainError forbidden REAUTHENTICATION_REQUIRED; conflict SECOND_FACTOR_OFF when the actor would
   *   be the first to be kept out.
   */
  async require(actor: SessionActor, isRequired: boolean): Promise<void> {
    this.sessions.assertRecent(actor);
    const { enabled } = await this.twoFactor.getStatus(actor);
    if (isRequired && !enabled) throw twoFactorNotEnabled();
    await this.editor.update(actor, { staffTwoFactorRequired: isRequired });
  }
}
