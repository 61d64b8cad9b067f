import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StatusController } from './status.controller';
import { StatusDay, StatusIncident } from './status.entity';
import { StatusService } from './status.service';

/** What anybody may know of the health of the shop. */
@Module({
  imports: [TypeOrmModule.forFeature([StatusDay, StatusIncident])],
  controllers: [StatusController],
  providers: [StatusService],
  exports: [StatusService],
})
export class StatusModule {}
