import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { SettingsEditorService } from './settings-editor.service';
import { SettingsRepository } from './settings.repository';
import { SettingsService } from './settings.service';

@Module({
  imports: [AuditModule],
  providers: [SettingsEditorService, SettingsRepository, SettingsService],
  exports: [SettingsEditorService, SettingsService],
})
export class SettingsModule {}
