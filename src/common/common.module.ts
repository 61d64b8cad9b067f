import { Global, Module } from '@nestjs/common';
import { SecurityEventLog } from './security/security-event-log.service';
import { Metrics } from './metrics/metrics';
import { Clock } from './time/clock';

@Global()
@Module({
  providers: [Clock, Metrics, SecurityEventLog],
  exports: [Clock, Metrics, SecurityEventLog],
})
export class CommonModule {}
