import { Module } from '@nestjs/common';
import { AuditModule } from './audit.module';
import { SealAuditProcessor } from './seal-audit.processor';

@Module({ imports: [AuditModule], providers: [SealAuditProcessor] })
export class AuditJobsModule {}
