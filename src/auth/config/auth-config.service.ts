import { Injectable } from '@nestjs/common';
import { EndpointService } from '../../catalog/exits/endpoint.service';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import type { AuthConfigData } from './config.dto';

@Injectable()
export class AuthConfigService {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly endpoints: EndpointService,
  ) {}

  async read(): Promise<AuthConfigData> {
    const settings = await this.settings.current();
    const { host, port } = await this.endpoints.findPublic();
    const { google, emailVerification, sandbox, support, gateway } = this.config;
    return {
      google: Boolean(google.clientId && google.clientSecret),
      email_verification: emailVerification,
      site_name: settings.siteName,
      site_description: settings.siteDescription,
      sandbox,
      support_email: support.email,
      support_chat_url: support.chatUrl ?? null,
      support_reply_time: settings.supportReplyTime,
      company_name: settings.invoiceSellerName,
      company_address: settings.invoiceSellerAddress,
      rc_number: settings.rcNumber,
      gateway_address: `${host}:${port}`,
      gateway_https_port: gateway.https?.port ?? null,
      udp: {
        datacenter: settings.udpDatacenter,
        residential: settings.udpResidential,
        mobile: settings.udpMobile,
      },
      topup_channels: await this.settings.findTopupChannels(),
      referrals: settings.referralsEnabled,
      trial_megabytes: settings.trialMegabytes,
      maintenance: await this.settings.findMaintenance(),
      refund_window_days: settings.refundWindowDays,
      refund_maximum_used_percent: settings.refundMaximumUsedPercent,
    };
  }
}
