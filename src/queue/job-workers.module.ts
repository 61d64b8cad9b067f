import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobSchedulerService } from './job-scheduler.service';
import { JobWorkersService } from './job-workers.service';
import { QueueMetrics } from './queue-metrics';

/** Runs the processors of the application. Imported by the worker process only. */
@Module({
  imports: [DiscoveryModule],
  providers: [JobSchedulerService, JobWorkersService, QueueMetrics],
})
export class JobWorkersModule {}
