import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { ShopOffer, SiteIdentity, type PublicAuthConfig } from '../auth.types';

@Injectable()
export class AuthConfigService {
  constructor(
    private readonly config: AppConfig,
    private readonly site: SiteIdentity,
    private readonly offer: ShopOffer,
  ) {}

  async read(): Promise<PublicAuthConfig> {
    const { siteName, siteDescription } = await this.site.current();
    const { udpDatacenter, udpResidential, udpMobile } = await this.offer.current();
    const { google, emailVerification, sandbox, support, gateway } = this.config;
    return {
      google: Boolean(google.clientId && google.clientSecret),
      emailVerification,
      siteName,
      siteDescription,
      sandbox,
      supportEmail: support.email,
      supportChatUrl: support.chatUrl ?? null,
      gatewayAddress: `${gateway.publicHost}:${gateway.publicPorts.http}`,
      gatewayHttpsPort: gateway.https?.port ?? null,
      udp: { datacenter: udpDatacenter, residential: udpResidential, mobile: udpMobile },
    };
  }
}
