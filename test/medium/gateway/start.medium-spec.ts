import type { ProxyKind } from '../../../src/gateway/auth/credential';
import { Gateway } from '../../../src/gateway/gateway';
import { MemoryCredentials, MemoryExits, MemoryUsage, silent, testConfig } from './fixtures';
import { eventually } from './raw-client';

describe('A gateway that starts', () => {
  // Before that, its process would not end in order at a signal.
  it('is not ready before its start is over, whatever it has read by then', async () => {
    const config = await testConfig();
    let release: (kinds: ProxyKind[]) => void = () => undefined;
    const held = new Promise<ProxyKind[]>((resolve) => (release = resolve));
    const exits = new MemoryExits();
    exits.put();
    const gateway = new Gateway(config, {
      credentials: new MemoryCredentials(config),
      exits,
      usage: new MemoryUsage(() => null),
      udpKinds: () => held,
      log: silent,
      options: { drainMs: 0, lameDuckMs: 0 },
    });
    const codes = () => gateway.notReady.map(({ code }) => code);
    const starting = gateway.start();
    try {
      await eventually(() => codes().length === 1, 'only the start itself is missing');
      release([]);
      await starting;
      expect(codes()).toEqual([]);
    } finally {
      release([]);
      await starting;
      await gateway.stop();
    }
  });
});
