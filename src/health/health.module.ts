import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';
import { OperatorsListener } from './operators-listener';

@Module({
  controllers: [HealthController],
  providers: [HealthService, OperatorsListener],
  exports: [HealthService],
})
export class HealthModule {}
