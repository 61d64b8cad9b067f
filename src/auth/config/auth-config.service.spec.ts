import type { EndpointService } from '../../catalog/exits/endpoint.service';
import { loadConfig } from '../../config/app-config';
import type { SettingsService } from '../../settings/settings.service';
import { AuthConfigService } from './auth-config.service';

const settings = {
  current: () =>
    Promise.resolve({
      ...{ siteName: 'NairaProxy', siteDescription: '' },
      ...{ udpDatacenter: true, udpResidential: false, udpMobile: false },
      ...{ referralsEnabled: true, trialMegabytes: 100 },
      ...{ refundWindowDays: 3, refundMaximumUsedPercent: 20 },
    }),
  findMaintenance: () => Promise.resolve(null),
  findTopupChannels: () => Promise.resolve(['card', 'bank_transfer']),
} as unknown as SettingsService;

const endpoints = {
  findPublic: () => Promise.resolve({ host: 'eu.example.com', port: 3130 }),
} as unknown as EndpointService;

describe('AuthConfigService', () => {
  it('should tell the proxy port with TLS only when there is one', async () => {
    const read = (env: Record<string, string>) =>
      new AuthConfigService(loadConfig(env), settings, endpoints).read();
    expect(await read({})).toMatchObject({
      gateway_https_port: null,
      udp: { datacenter: true, residential: false, mobile: false },
      topup_channels: ['card', 'bank_transfer'],
      ...{ referrals: true, trial_megabytes: 100 },
      ...{ refund_window_days: 3, refund_maximum_used_percent: 20 },
    });
    const tls = { GATEWAY_TLS_CERT: '/c.pem', GATEWAY_TLS_KEY: '/k.pem' };
    expect(await read({ ...tls, GATEWAY_HTTPS_PORT: '3129' })).toMatchObject({
      gateway_address: 'eu.example.com:3130',
      gateway_https_port: 3129,
    });
  });
});
