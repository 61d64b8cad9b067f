import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { IncidentsController } from './incidents.controller';
import { IncidentsService } from './incidents.service';
import { StatusController } from './status.controller';
import { StatusDay, StatusIncident, StatusUpdate } from './status.entity';
import { StatusService } from './status.service';

/** What anybody may know of the health of the shop. */
@Module({
  imports: [TypeOrmModule.forFeature([StatusDay, StatusIncident, StatusUpdate]), AuditModule],
  controllers: [IncidentsController, StatusController],
  providers: [IncidentsService, StatusService],
  exports: [StatusService],
})
export class StatusModule {}
