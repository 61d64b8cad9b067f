import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module';
import { PromotionsModule } from './promotions.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { WalletModule } from '../wallet/wallet.module';
import { Referral, ReferralCode, ReferralReward } from './referral.entity';
import { ReferralsController } from './referrals.controller';
import { ReferralsService } from './referrals.service';
import { ReferralRewardsService } from './referral-rewards.service';

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
  providers: [ReferralRewardsService, ReferralsService],
  exports: [ReferralRewardsService, ReferralsService],
})
export class ReferralsModule {}
