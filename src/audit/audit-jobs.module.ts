import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { AuditModule } from './audit.module';
import { AuditProcessor } from './jobs/audit.processor';

@Module({
  imports: [BullModule.registerQueue({ name: 'audit' }), AuditModule],
  providers: [AuditProcessor],
})
export class AuditJobsModule {}
