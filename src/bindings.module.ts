import { Global, Module, type Type } from '@nestjs/common';
import { PublicEndpoint, ShopOffer, SiteIdentity, StaffPolicy } from './auth/auth.types';
import { CatalogModule } from './catalog/catalog.module';
import { EndpointService } from './catalog/exits/endpoint.service';
import { MailTransportSettings } from './mail/mail.types';
import { SettingsModule } from './settings/settings.module';
import { SettingsService } from './settings/settings.service';
import { BalanceReader } from './users/users.types';
import { WalletModule } from './wallet/wallet.module';
import { WalletService } from './wallet/wallet.service';

/** Binds ports of lower modules to services of higher ones, so that neither imports the other. */
@Global()
@Module({
  imports: [CatalogModule, SettingsModule, WalletModule],
  providers: [
    { provide: BalanceReader, useExisting: WalletService satisfies Type<BalanceReader> },
    {
      provide: MailTransportSettings,
      useExisting: SettingsService satisfies Type<MailTransportSettings>,
    },
    { provide: PublicEndpoint, useExisting: EndpointService satisfies Type<PublicEndpoint> },
    { provide: StaffPolicy, useExisting: SettingsService satisfies Type<StaffPolicy> },
    { provide: ShopOffer, useExisting: SettingsService satisfies Type<ShopOffer> },
    { provide: SiteIdentity, useExisting: SettingsService satisfies Type<SiteIdentity> },
  ],
  exports: [
    BalanceReader,
    MailTransportSettings,
    PublicEndpoint,
    ShopOffer,
    SiteIdentity,
    StaffPolicy,
  ],
})
export class BindingsModule {}
