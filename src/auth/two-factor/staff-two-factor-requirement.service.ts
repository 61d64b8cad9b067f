import { Injectable } from '@nestjs/common';
import { twoFactorSetupRequired } from '../auth.errors';
import { SettingsService } from '../../settings/settings.service';
import { TwoFactorRepository } from './two-factor.repository';

/** Whether staff may work without a second factor, which is a setting. */
@Injectable()
export class StaffTwoFactorRequirement {
  constructor(
    private readonly settings: SettingsService,
    private readonly repository: TwoFactorRepository,
  ) {}

  /** @throws DomainError forbidden TWO_FACTOR_SETUP_REQUIRED. */
  async assertMet(userId: number): Promise<void> {
    const { staffTwoFactorRequired } = await this.settings.current();
    if (!staffTwoFactorRequired) return;
    const factor = await this.repository.find(userId);
    if (!factor?.enabledAt) throw twoFactorSetupRequired();
  }
}
