import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics/metrics';
import { Clock } from './time/clock';

@Global()
@Module({ providers: [Clock, Metrics], exports: [Clock, Metrics] })
export class CommonModule {}
