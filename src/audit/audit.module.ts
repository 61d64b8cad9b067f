import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditChainService } from './audit-chain.service';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import { AuditLog } from './audit-log.entity';
import { AuditChainLink } from './audit-chain-link.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AuditLog, AuditChainLink])],
  providers: [AuditRepository, AuditService, AuditChainService],
  exports: [AuditService, AuditChainService],
})
export class AuditModule {}
