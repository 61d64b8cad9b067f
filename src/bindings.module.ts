import { Global, Module, type Type } from '@nestjs/common';
import { ShopOffer, SiteIdentity, StaffPolicy } from './auth/auth.types';
import { MailTransportSettings } from './mail/mail.types';
import { SettingsModule } from './settings/settings.module';
import { SettingsService } from './settings/settings.service';
import { BalanceReader } from './users/users.types';
import { WalletModule } from './wallet/wallet.module';
import { WalletService } from './wallet/wallet.service';

/** Binds ports of lower modules to services of higher ones, so that neither imports the other. */
@Global()
@Module({
  imports: [SettingsModule, WalletModule],
  providers: [
    { provide: BalanceReader, useExisting: WalletService satisfies Type<BalanceReader> },
    {
      provide: MailTransportSettings,
      useExisting: SettingsService satisfies Type<MailTransportSettings>,
    },
    { provide: StaffPolicy, useExisting: SettingsService satisfies Type<StaffPolicy> },
    { provide: ShopOffer, useExisting: SettingsService satisfies Type<ShopOffer> },
    { provide: SiteIdentity, useExisting: SettingsService satisfies Type<SiteIdentity> },
  ],
  exports: [BalanceReader, MailTransportSettings, ShopOffer, SiteIdentity, StaffPolicy],
})
export class BindingsModule {}
