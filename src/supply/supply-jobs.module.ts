import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { SupplyProcessor } from './jobs/supply.processor';
import { SupplyModule } from './supply.module';

@Module({
  imports: [BullModule.registerQueue({ name: 'supply' }), SupplyModule],
  providers: [SupplyProcessor],
})
export class SupplyJobsModule {}
