import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { UsageReportsModule } from '../usage-reports/usage-reports.module';
import { UsageTargetChoice } from './usage-target-choice.entity';
import { UsageTargetsController } from './usage-targets.controller';
import { UsageTargetsRepository } from './usage-targets.repository';
import { UsageTargetsService } from './usage-targets.service';

@Module({
  imports: [TypeOrmModule.forFeature([UsageTargetChoice]), AuditModule, UsageReportsModule],
  controllers: [UsageTargetsController],
  providers: [UsageTargetsRepository, UsageTargetsService],
  exports: [UsageTargetsService],
})
export class UsageTargetsModule {}
