import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsEditorService } from './settings-editor.service';
import { SettingsService } from './settings.service';
import { Setting } from './setting.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Setting]), AuditModule],
  providers: [SettingsEditorService, SettingsService],
  exports: [SettingsEditorService, SettingsService],
})
export class SettingsModule {}
