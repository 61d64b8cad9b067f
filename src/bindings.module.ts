import { Global, Module, type Type } from '@nestjs/common';
import {
  PublicEndpoint,
  ShopOffer,
  SignUpListener,
  SiteIdentity,
  StaffPolicy,
} from './auth/auth.types';
import { CatalogModule } from './catalog/catalog.module';
import { EndpointService } from './catalog/exits/endpoint.service';
import { MailTransportSettings } from './mail/mail.types';
import { TopupListener } from './payments/payments.types';
import { ReferralsModule } from './referrals/referrals.module';
import { ReferralsService } from './referrals/referrals.service';
import { ReferralRewardsService } from './referrals/rewards/referral-rewards.service';
import { SettingsModule } from './settings/settings.module';
import { SettingsService } from './settings/settings.service';
import { MembershipsModule } from './team/memberships/memberships.module';
import { MembershipsService } from './team/memberships/memberships.service';
import { BalanceReader, MembershipReader } from './users/users.types';
import { WalletModule } from './wallet/wallet.module';
import { WalletService } from './wallet/wallet.service';

/** Binds ports of lower modules to services of higher ones, so that neither imports the other. */
@Global()
@Module({
  imports: [CatalogModule, MembershipsModule, ReferralsModule, SettingsModule, WalletModule],
  providers: [
    { provide: BalanceReader, useExisting: WalletService satisfies Type<BalanceReader> },
    { provide: MembershipReader, useExisting: MembershipsService satisfies Type<MembershipReader> },
    {
      provide: MailTransportSettings,
      useExisting: SettingsService satisfies Type<MailTransportSettings>,
    },
    { provide: PublicEndpoint, useExisting: EndpointService satisfies Type<PublicEndpoint> },
    { provide: StaffPolicy, useExisting: SettingsService satisfies Type<StaffPolicy> },
    { provide: ShopOffer, useExisting: SettingsService satisfies Type<ShopOffer> },
    { provide: SignUpListener, useExisting: ReferralsService satisfies Type<SignUpListener> },
    { provide: TopupListener, useExisting: ReferralRewardsService satisfies Type<TopupListener> },
    { provide: SiteIdentity, useExisting: SettingsService satisfies Type<SiteIdentity> },
  ],
  exports: [
    BalanceReader,
    MailTransportSettings,
    MembershipReader,
    PublicEndpoint,
    ShopOffer,
    SignUpListener,
    SiteIdentity,
    StaffPolicy,
    TopupListener,
  ],
})
export class BindingsModule {}
