import { hostname } from 'node:os';
import Fastify from 'fastify';
import { loadConfig } from './app-config';
import { KeyRing } from './key-ring';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/shop',
  APP_KEY: 'k'.repeat(40),
  APP_URL: 'https://shop.example',
};

describe('The configuration', () => {
  it('names a gateway after its host, and publishes the ports it listens on', () => {
    const { gateway } = loadConfig({ GATEWAY_HTTPS_PORT: '', GATEWAY_ID: '' });
    expect(gateway.id).toBe(
      hostname()
        .replace(/[^\w.-]/g, '-')
        .slice(0, 60),
    );
    expect(gateway).toMatchObject({
      region: 'default',
      publicPorts: { http: 3128, socks: 1080, https: undefined },
    });
    const behind = loadConfig({ GATEWAY_ID: 'a', GATEWAY_PUBLIC_HTTP_PORT: '80' }).gateway;
    expect(behind).toMatchObject({ id: 'a', httpPort: 3128, publicPorts: { http: 80 } });
  });

  it('starts from nothing on a laptop', () => {
    const config = loadConfig({});
    expect(config.http).toMatchObject({ port: 3000, appUrl: 'http://localhost:3000' });
    expect(config.sandbox).toBe(false);
  });

  it('takes an empty line as not set', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: '' })).toMatchObject({ redisUrl: undefined });
  });

  it.each(['DATABASE_URL', 'APP_KEY', 'APP_URL'])(
    'does not run in production without %s',
    (name) => {
      expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(name);
      expect(loadConfig(production).isProduction).toBe(true);
    },
  );

  it('never opens the sandbox in production', () => {
    expect(() => loadConfig({ ...production, SANDBOX: 'true' })).toThrow('SANDBOX');
  });

  it('lets nobody choose their own address in production', () => {
    expect(() => loadConfig({ ...production, TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY');
    expect(loadConfig({ TRUST_PROXY: 'true' }).http.trustProxy).toBe(true);
  });

  it.each([
    ['false', '10.1.1.1'],
    ['1', '203.0.113.9'],
    ['2', '198.51.100.4'],
    ['uniquelocal', '203.0.113.9'],
    ['10.0.0.0/8,203.0.113.9', '198.51.100.4'],
  ])('with TRUST_PROXY=%s takes the address that a proxy of ours has seen', async (text, seen) => {
    const { trustProxy } = loadConfig({ ...production, TRUST_PROXY: text }).http;
    const app = Fastify({ trustProxy }).get('/', (request) => request.ip);
    const answer = await app.inject({
      url: '/',
      remoteAddress: '10.1.1.1',
      // The first is what the caller has made up.
      headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.4, 203.0.113.9' },
    });
    expect(answer.body).toBe(seen);
  });

  it('has a proxy port with TLS only with a certificate and its key', () => {
    const files = { GATEWAY_TLS_CERT: '/c.pem', GATEWAY_TLS_KEY: '/k.pem' };
    expect(loadConfig(files).gateway.https).toBeUndefined();
    expect(loadConfig({ ...files, GATEWAY_HTTPS_PORT: '3129' }).gateway.https).toEqual({
      port: 3129,
      certFile: '/c.pem',
      keyFile: '/k.pem',
    });
    expect(() => loadConfig({ GATEWAY_HTTPS_PORT: '3129', GATEWAY_TLS_CERT: '/c.pem' })).toThrow(
      'GATEWAY_TLS_KEY: is required',
    );
  });

  it('takes the keys of a gateway in place of APP_KEY', () => {
    const { APP_KEY, ...rest } = production;
    const full = new KeyRing(APP_KEY);
    const text = full.exportGatewayKeys();
    expect(text).not.toContain(APP_KEY);
    const config = loadConfig({ ...rest, GATEWAY_KEYS: text });
    expect(config).toMatchObject({ hasGatewayKeys: true, isAppKeySet: false });
    for (const purpose of ['proxy-credential', 'secrets'] as const)
      expect(config.key(purpose)).toEqual(full.key(purpose));
    for (const purpose of ['jwt', 'signed-link', 'code-hash', 'device'] as const)
      expect(() => config.key(purpose)).toThrow('APP_KEY');
    expect(() => loadConfig({ ...production, GATEWAY_KEYS: text })).toThrow('set one of them');
    for (const wrong of [text.slice(0, -1), text.split(',')[0], `${text},jwt:${'A'.repeat(43)}`])
      expect(() => loadConfig({ ...rest, GATEWAY_KEYS: wrong })).toThrow(
        /GATEWAY_KEYS: is not what keys:gateway prints$/,
      );
  });

  it('takes the prefixes of translators, and nothing that only resembles one', () => {
    const nat64 = (text: string) =>
      loadConfig({ GATEWAY_NAT64_PREFIXES: text }).gateway.nat64Prefixes.map((cidr) => cidr.length);
    expect(nat64('')).toEqual([]);
    expect(nat64('2a00:64::/96, 2a01:64::/32')).toEqual([96, 32]);
    for (const wrong of [
      '2a00:64::/97',
      '2a00:64::',
      '10.0.0.0/8',
      '2a00:64::/96,',
      'x/96',
      'fe80::%1/64',
    ])
      expect(() => nat64(wrong)).toThrow('GATEWAY_NAT64_PREFIXES: needs');
  });

  it('takes PROXY protocol headers from named balancers, never from everybody', () => {
    const from = (text: string) =>
      loadConfig({ GATEWAY_PROXY_PROTOCOL_FROM: text }).gateway.proxyProtocolFrom.length;
    expect(['', '10.0.0.7', '10.0.0.0/8,fd00::/8'].map(from)).toEqual([0, 1, 2]);
    for (const wrong of [
      '0.0.0.0/0',
      '::/0',
      'true',
      'balancer.example.com',
      '10.0.0.0/33',
      '10/8',
    ])
      expect(() => from(wrong)).toThrow('GATEWAY_PROXY_PROTOCOL_FROM: ');
  });

  it('crashes on demand in the sandbox only', () => {
    const crash = { CRASH_AT: 'settle.before-commit' };
    expect(loadConfig({ ...crash, SANDBOX: 'true' }).crashAt).toBe('settle.before-commit');
    expect(loadConfig(crash).crashAt).toBeUndefined();
    expect(loadConfig({ SANDBOX: 'true' }).crashAt).toBeUndefined();
    expect(() => loadConfig({ ...production, ...crash })).toThrow('CRASH_AT');
  });

  it('names what is wrong without printing its value', () => {
    const wrong = { PORT: '99999-secret', APP_KEY: 'short-secret' };
    expect(() => loadConfig(wrong)).toThrow(/PORT[\s\S]*APP_KEY/);
    expect(() => loadConfig(wrong)).not.toThrow(/secret/);
  });

  it('derives another key for every purpose', () => {
    const config = loadConfig(production);
    expect(config.key('jwt').equals(config.key('jwt'))).toBe(true);
    expect(config.key('jwt').equals(config.key('secrets'))).toBe(false);
  });
});
