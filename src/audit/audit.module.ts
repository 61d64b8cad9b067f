import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditChainService } from './audit-chain.service';
import { AuditService } from './audit.service';
import { AuditLog, AuditChainLink } from './audit-log.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AuditLog, AuditChainLink])],
  providers: [AuditService, AuditChainService],
  exports: [AuditService, AuditChainService],
})
export class AuditModule {}
