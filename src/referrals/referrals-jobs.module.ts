import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { ReferralsProcessor } from './jobs/referrals.processor';
import { ReferralsModule } from './referrals.module';

/** Books rewards, in the worker. */
@Module({
  imports: [BullModule.registerQueue({ name: 'referrals' }), ReferralsModule],
  providers: [ReferralsProcessor],
})
export class ReferralsJobsModule {}
