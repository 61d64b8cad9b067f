import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobMetrics } from './job-metrics';
import { JobRunner } from './job-runner';

/** Imported by the worker process only. */
@Module({ imports: [DiscoveryModule], providers: [JobRunner, JobMetrics] })
export class JobRunnerModule {}
