import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { PublicEndpoint, ShopOffer, SiteIdentity, type PublicAuthConfig } from '../auth.types';

@Injectable()
export class AuthConfigService {
  constructor(
    private readonly config: AppConfig,
    private readonly site: SiteIdentity,
    private readonly offer: ShopOffer,
    private readonly endpoint: PublicEndpoint,
  ) {}

  async read(): Promise<PublicAuthConfig> {
    const { siteName, siteDescription } = await this.site.current();
    const { udpDatacenter, udpResidential, udpMobile, referralsEnabled } =
      await this.offer.current();
    const { host, port } = await this.endpoint.findPublic();
    const { google, emailVerification, sandbox, support, gateway } = this.config;
    return {
      google: Boolean(google.clientId && google.clientSecret),
      emailVerification,
      siteName,
      siteDescription,
      sandbox,
      supportEmail: support.email,
      supportChatUrl: support.chatUrl ?? null,
      gatewayAddress: `${host}:${port}`,
      gatewayHttpsPort: gateway.https?.port ?? null,
      topupChannels: await this.offer.findTopupChannels(),
      referrals: referralsEnabled,
      udp: { datacenter: udpDatacenter, residential: udpResidential, mobile: udpMobile },
    };
  }
}
