import { Module } from '@nestjs/common';
import { UsageReportsController } from './usage-reports.controller';
import { UsageReportsRepository } from './usage-reports.repository';
import { UsageReportsService } from './usage-reports.service';

@Module({
  controllers: [UsageReportsController],
  providers: [UsageReportsRepository, UsageReportsService],
  exports: [UsageReportsService],
})
export class UsageReportsModule {}
