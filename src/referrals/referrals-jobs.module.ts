import { Processor } from '@nestjs/bullmq';
import type { QueueJob } from '../queue/job-catalog';
import { JobProcessor, unhandledJob, WORKER_OPTIONS } from '../queue/job-processor';
import { ReferralRewardsService } from './referral-rewards.service';
import { Module } from '@nestjs/common';
import { BullModule } from '../queue/bull.module';
import { ReferralsModule } from './referrals.module';

@Processor('referrals', { ...WORKER_OPTIONS, concurrency: 1 })
export class ReferralsProcessor extends JobProcessor<'referrals'> {
  constructor(private readonly rewards: ReferralRewardsService) {
    super();
  }

  handle(job: QueueJob<'referrals'>): Promise<unknown> {
    switch (job.name) {
      case 'referrals.book-rewards':
        return this.rewards.bookDue();
      default:
        throw unhandledJob(job.name);
    }
  }
}

/** Books rewards, in the worker. */
@Module({
  imports: [BullModule.registerQueue({ name: 'referrals' }), ReferralsModule],
  providers: [ReferralsProcessor],
})
export class ReferralsJobsModule {}
