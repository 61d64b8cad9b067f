import { loadConfig } from '../../config/app-config';
import type { PublicEndpoint, ShopOffer, SiteIdentity } from '../auth.types';
import { AuthConfigService } from './auth-config.service';

const site = {
  current: () => Promise.resolve({ siteName: 'NairaProxy', siteDescription: '' }),
} as unknown as SiteIdentity;

const offer: ShopOffer = {
  current: () =>
    Promise.resolve({
      udpDatacenter: true,
      udpResidential: false,
      udpMobile: false,
      referralsEnabled: true,
    }),
  findTopupChannels: () => Promise.resolve(['card', 'bank_transfer']),
};

const endpoint: PublicEndpoint = {
  findPublic: () => Promise.resolve({ host: 'eu.example.com', port: 3130 }),
};

describe('AuthConfigService', () => {
  // spec: R8.7
  it('should tell the proxy port with TLS only when there is one', async () => {
    const read = (env: Record<string, string>) =>
      new AuthConfigService(loadConfig(env), site, offer, endpoint).read();
    expect(await read({})).toMatchObject({
      gatewayHttpsPort: null,
      udp: { datacenter: true, residential: false, mobile: false },
      topupChannels: ['card', 'bank_transfer'],
      referrals: true,
    });
    const tls = { GATEWAY_TLS_CERT: '/c.pem', GATEWAY_TLS_KEY: '/k.pem' };
    expect(await read({ ...tls, GATEWAY_HTTPS_PORT: '3129' })).toMatchObject({
      gatewayAddress: 'eu.example.com:3130',
      gatewayHttpsPort: 3129,
    });
  });
});
