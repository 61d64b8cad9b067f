import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { TargetBlock } from './blocks/target-block.entity';
import { TargetBlockRepository } from './blocks/target-block.repository';
import { TargetBlocksController } from './blocks/target-blocks.controller';
import { TargetBlocksService } from './blocks/target-blocks.service';

/** What the gateways may do: for now, which targets they refuse. */
@Module({
  imports: [TypeOrmModule.forFeature([TargetBlock]), AuditModule],
  controllers: [TargetBlocksController],
  providers: [TargetBlockRepository, TargetBlocksService],
})
export class SupplyModule {}
