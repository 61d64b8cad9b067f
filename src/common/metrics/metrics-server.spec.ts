import { Counter, Registry } from 'prom-client';
import { startMetricsServer } from './metrics-server';

describe('startMetricsServer', () => {
  it('serves the registry and the state of the process', async () => {
    const registry = new Registry();
    new Counter({ name: 'answers_total', help: 'Answers.', registers: [registry] }).inc(42);
    let state: () => boolean = () => true;
    const server = await startMetricsServer({
      host: '127.0.0.1',
      port: 0,
      registry,
      ready: () => state(),
    });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return { status: response.status, body: await response.text() };
    };
    try {
      expect((await get('/metrics')).body).toContain('answers_total 42');
      expect((await get('/health/live')).status).toBe(200);
      expect((await get('/health/ready')).status).toBe(200);
      state = () => false;
      expect((await get('/health/ready')).status).toBe(503);
      state = () => {
        throw new Error('down');
      };
      expect((await get('/health/ready')).status).toBe(503);
      expect((await get('/other')).status).toBe(404);
      await expect(
        startMetricsServer({ host: '127.0.0.1', port: server.port, registry, ready: () => true }),
      ).rejects.toThrow(`127.0.0.1:${server.port}`);
    } finally {
      await server.close();
    }
  });
});
