import { Module } from '@nestjs/common';
import { AuditChainRepository } from './audit-chain.repository';
import { AuditChainService } from './audit-chain.service';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';

@Module({
  providers: [AuditRepository, AuditService, AuditChainRepository, AuditChainService],
  exports: [AuditService, AuditChainService],
})
export class AuditModule {}
