import { Global, Module, type Type } from '@nestjs/common';
import {
  CredentialListener,
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
import { ListTokenRevocationModule } from './proxies/connection-lists/list-token-revocation.module';
import { ListTokenRevocationService } from './proxies/connection-lists/list-token-revocation.service';
import { MemberAccessRevocationModule } from './proxies/member-access-revocation.module';
import { MemberAccessRevocationService } from './proxies/member-access-revocation.service';
import { ReferralsModule } from './referrals/referrals.module';
import { ReferralsService } from './referrals/referrals.service';
import { ReferralRewardsService } from './referrals/rewards/referral-rewards.service';
import { SettingsModule } from './settings/settings.module';
import { SettingsService } from './settings/settings.service';
import { MembershipsModule } from './team/memberships/memberships.module';
import { MembershipsService } from './team/memberships/memberships.service';
import { MembershipListener } from './team/team.types';
import { BalanceReader, MembershipReader } from './users/users.types';
import { WalletModule } from './wallet/wallet.module';
import { WalletService } from './wallet/wallet.service';

/** Binds ports of lower modules to services of higher ones, so that neither imports the other. */
@Global()
@Module({
  imports: [
    CatalogModule,
    ListTokenRevocationModule,
    MemberAccessRevocationModule,
    MembershipsModule,
    ReferralsModule,
    SettingsModule,
    WalletModule,
  ],
  providers: [
    { provide: BalanceReader, useExisting: WalletService satisfies Type<BalanceReader> },
    {
      provide: CredentialListener,
      useExisting: ListTokenRevocationService satisfies Type<CredentialListener>,
    },
    {
      provide: MembershipListener,
      useExisting: MemberAccessRevocationService satisfies Type<MembershipListener>,
    },
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
    CredentialListener,
    MailTransportSettings,
    MembershipListener,
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
