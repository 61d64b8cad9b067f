import { GatewayMetrics } from '../gateway-metrics';
import { MetricsSum } from './primary-metrics';

describe('MetricsSum', () => {
  it('should add counters up, take the oldest age, and keep what ended processes counted', async () => {
    const one = (count: number, age: number) => {
      const metrics = new GatewayMetrics();
      metrics.rejected.inc({ reason: 'AUTH_FAILED' }, count);
      metrics.dial.observe(0.02);
      metrics.gauge('sockets', 'Open sockets.', () => 5);
      metrics.gauge('age', 'Age of something.', () => age, 'max');
      return metrics.registry.getMetricsAsJSON();
    };
    const sum = new MetricsSum();
    const lines = async (...processes: Awaited<ReturnType<typeof one>>[]) =>
      (await sum.format(processes)).split('\n').filter((line) => !line.startsWith('#'));

    const [first, second] = [await one(2, 1), await one(3, 7)];
    expect(await lines(first, second)).toEqual(
      expect.arrayContaining([
        'gateway_rejections_total{reason="AUTH_FAILED"} 5',
        'gateway_dial_seconds_count 2',
        'sockets 10',
        'age 7',
      ]),
    );

    await sum.retire(second);
    await sum.retire(await one(10, 9));
    expect(await lines(first)).toEqual(
      expect.arrayContaining([
        'gateway_rejections_total{reason="AUTH_FAILED"} 15',
        'gateway_dial_seconds_count 3',
        'gateway_dial_seconds_bucket{le="0.025"} 3',
        'sockets 5',
        'age 1',
      ]),
    );
  });
});
