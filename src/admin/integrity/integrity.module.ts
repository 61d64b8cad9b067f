import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { IntegrityService } from './integrity.service';

@Module({ imports: [AuditModule], providers: [IntegrityService], exports: [IntegrityService] })
export class IntegrityModule {}
