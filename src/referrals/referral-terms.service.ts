import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { SettingsService } from '../settings/settings.service';
import type { ReferralTerms } from './referrals.types';

/** What an invitation brings now, as staff set it. */
@Injectable()
export class ReferralTermsService {
  constructor(private readonly settings: SettingsService) {}

  async current(): Promise<ReferralTerms> {
    const { referralsEnabled, referralPercentage, referralMaximum, referralMinimumTopup } =
      await this.settings.current();
    return {
      isEnabled: referralsEnabled,
      percentage: referralPercentage,
      maximum: Money.naira(referralMaximum),
      minimumTopup: Money.naira(referralMinimumTopup),
    };
  }
}
