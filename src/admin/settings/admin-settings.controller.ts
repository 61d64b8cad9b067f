import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, SessionActor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import { NeedsApproval } from '../wallet-corrections/proposes.decorator';
import { AdminSettingsService } from './admin-settings.service';
import {
  SaveSettingsDto,
  SettingsProposedData,
  SettingsSavedData,
  SystemSettingsData,
  TestEmailDto,
} from './settings.dto';

@ApiTags('Admin settings')
@Controller('admin/system/settings')
@StaffOnly('settings.manage')
export class AdminSettingsController {
  constructor(
    private readonly editor: SettingsEditorService,
    private readonly settings: AdminSettingsService,
  ) {}

  /** The current settings. */
  @Get()
  adminGetSettings(): Promise<SystemSettingsData> {
    return this.editor.read();
  }

  /**
   * Updates settings. They take effect in every process within a second. Another Korapay secret key, mail account or
   * approval limit needs a sign-in within the last 15 minutes.
   *
   * A higher approval limit is proposed where somebody else has been an admin for 24 hours, and holds once one of them
   * approves it; the other settings are saved. Without anyone else it holds at once, and `message` says so.
   */
  @Put()
  @NeedsApproval(SettingsSavedData, SettingsProposedData)
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    409: '`SETTINGS_CHANGED`: others changed them after `version`. `errors` has a sentence for every changed setting: by whom, to what (secrets without their value) and when.',
    422: 'A field is invalid, or the SMTP password has to be sent again.',
  })
  @Envelope({ message: true })
  adminSaveSettings(
    @CurrentActor() actor: SessionActor,
    @Body() { version, ...changes }: SaveSettingsDto,
  ): Promise<SettingsSavedData> {
    return this.settings.update(actor, changes, version ?? undefined);
  }

  /** Sends a test mail through the saved mail server immediately. */
  @Post('test-email')
  @HttpCode(200)
  @ApiErrors({
    422: 'No mail server is set, or the address is invalid.',
    502: '`MAIL_TEST_FAILED`, with the reply of the mail server if one answered.',
  })
  async adminTestEmail(
    @CurrentActor() actor: Actor,
    @Body() { to }: TestEmailDto,
  ): Promise<MessageResponse> {
    return message(await this.settings.sendTestEmail(actor, to ?? actor.email));
  }
}
