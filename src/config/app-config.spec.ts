import Fastify from 'fastify';
import { loadConfig } from './app-config';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/shop',
  APP_KEY: 'k'.repeat(40),
  APP_URL: 'https://shop.example',
};

describe('The configuration', () => {
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

  // spec: R8.7
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
