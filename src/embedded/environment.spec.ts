import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { envSchema } from '../config/env.schema';
import { metricsPorts, readEnvironment } from './environment';

describe('readEnvironment', () => {
  it('enables the sandbox by default', () => {
    expect(readEnvironment({}).parsed.SANDBOX).toBe(true);
    expect(readEnvironment({ SANDBOX: 'false' }).parsed.SANDBOX).toBe(false);
  });

  it('rejects NODE_ENV=production', () => {
    expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow('dist/gateway.js');
  });

  it('names the invalid variable without its value', () => {
    const start = () => readEnvironment({ APP_KEY: 'too-short-secret' });
    expect(start).toThrow('APP_KEY');
    expect(start).not.toThrow('too-short-secret');
  });

  it('requires a port for each listener', () => {
    const start = () => readEnvironment({ PORT: '3128' });
    expect(start).toThrow('PORT and GATEWAY_HTTP_PORT are both 3128');
  });
});

describe('metricsPorts', () => {
  it('omits an occupied port and prints a notice', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const notices: string[] = [];
    const env = envSchema.parse({ METRICS_PORT: String(port) });
    const ports = await metricsPorts(env, ['api'], (line) => notices.push(line));
    other.close();
    expect(ports.has('api')).toBe(false);
    expect(notices.join()).toContain(`Port ${port} is taken`);
  });
});
