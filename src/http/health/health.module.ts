import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';
import { ManagementListener } from './management-listener';

@Module({
  controllers: [HealthController],
  providers: [HealthService, ManagementListener],
  exports: [HealthService],
})
export class HealthModule {}
