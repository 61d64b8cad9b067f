import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { message, MessageResponse } from '../../common/http/envelope.response';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { SettingsEditorService } from '../../settings/settings-editor.service';
import { SaveSettingsDto, TestEmailDto } from './dto/settings.dto';
import {
  SettingsSavedResponse,
  SystemSettingsResponse,
  toSettingsSaved,
  toSystemSettings,
} from './dto/settings.response';
import { TestEmailService } from './test-email.service';

@ApiTags('Admin settings')
@Controller('admin/system/settings')
@Authenticated('admin')
export class AdminSettingsController {
  constructor(
    private readonly settings: SettingsEditorService,
    private readonly testEmail: TestEmailService,
  ) {}

  /** The current settings. */
  @Get()
  async adminGetSettings(): Promise<SystemSettingsResponse> {
    return toSystemSettings(await this.settings.read());
  }

  /** Updates settings. They take effect in every process within a second. */
  @Put()
  @ApiErrors({ 422: 'A field is invalid.' })
  async adminSaveSettings(
    @CurrentActor() actor: Actor,
    @Body() body: SaveSettingsDto,
  ): Promise<SettingsSavedResponse> {
    return toSettingsSaved(await this.settings.update(actor, { ...body }));
  }

  /** Sends a test mail through the saved mail server immediately. */
  @Post('test-email')
  @HttpCode(200)
  @ApiErrors({ 502: '`MAIL_TEST_FAILED`, with the error of the mail server.' })
  async adminTestEmail(
    @CurrentActor() actor: Actor,
    @Body() { to }: TestEmailDto,
  ): Promise<MessageResponse> {
    return message(await this.testEmail.send(actor, to ?? actor.email));
  }
}
