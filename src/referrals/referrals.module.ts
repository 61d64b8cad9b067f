import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module';
import { PromotionsModule } from '../promotions/promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { ReferralCode } from './referral-code.entity';
import { ReferralTermsService } from './referral-terms.service';
import { Referral } from './referral.entity';
import { ReferralsController } from './referrals.controller';
import { ReferralsRepository } from './referrals.repository';
import { ReferralsService } from './referrals.service';
import { ReferralReward } from './rewards/referral-reward.entity';
import { ReferralRewardsRepository } from './rewards/referral-rewards.repository';
import { RewardMailService } from './rewards/reward-mail.service';
import { ReferralRewardsService } from './rewards/referral-rewards.service';

/** Customers who invite customers, and what they get for it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Referral, ReferralCode, ReferralReward]),
    MailModule,
    PromotionsModule,
    SettingsModule,
    UsersModule,
    WalletModule,
  ],
  controllers: [ReferralsController],
  providers: [
    ReferralRewardsRepository,
    ReferralRewardsService,
    ReferralTermsService,
    RewardMailService,
    ReferralsRepository,
    ReferralsService,
  ],
  exports: [ReferralRewardsService, ReferralsService],
})
export class ReferralsModule {}
