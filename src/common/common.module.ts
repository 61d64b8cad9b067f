import { Global, Module } from '@nestjs/common';
import { Clock } from './time/clock';

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class CommonModule {}
