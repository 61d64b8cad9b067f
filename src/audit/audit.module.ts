import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditChainRepository } from './audit-chain.repository';
import { AuditChainService } from './audit-chain.service';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import { AuditLog } from './audit-log.entity';
import { AuditSeal } from './audit-seal.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AuditLog, AuditSeal])],
  providers: [AuditRepository, AuditService, AuditChainRepository, AuditChainService],
  exports: [AuditService, AuditChainService],
})
export class AuditModule {}
