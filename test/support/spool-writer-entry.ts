import { pino } from 'pino';
import { UsageSpool } from '../../src/gateway/meter/usage-spool';

/** Appends a small batch, a large one and a small one to a spool in the given folder, and prints which it took. */
const [, , directory = ''] = process.argv;
const spool = new UsageSpool(directory, pino({ level: 'silent' }));
const delta = { proxyId: 1, up: 1, down: 0, requests: 0, wanted: 0 };
const taken = [1, 200, 1].map((count, index) =>
  spool.append('g#old', [
    {
      ...{ gatewayId: 'g#old', seq: index + 1, at: new Date() },
      deltas: Array.from({ length: count }, () => delta),
    },
  ]),
);
process.stdout.write(JSON.stringify(taken));
