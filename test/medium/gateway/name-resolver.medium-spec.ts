import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { DnsResolver } from '../../../src/gateway/net/name-resolver';
import { freezeTime } from '../../support/freeze-time';
import { eventually } from './raw-client';

const NOT_FOUND = 3;
const A = 1;
const AAAA = 28;

/** Addresses of a name by type of record; a type that is missing is never answered. */
type Zone = Partial<Record<typeof A | typeof AAAA, Buffer[]>>;

describe('The resolver', () => {
  let server: Socket;
  let resolver: DnsResolver;
  let zones: Record<string, Zone>;
  let asked: string[];
  let ttl: number;
  const held: (() => void)[] = [];

  beforeEach(async () => {
    [zones, asked, ttl] = [{}, [], 30];
    server = createSocket('udp4', (query, { port, address }) => {
      let end = 12;
      const labels: string[] = [];
      for (let length = query[end]!; length > 0; length = query[end]!) {
        labels.push(query.toString('latin1', end + 1, end + 1 + length));
        end += 1 + length;
      }
      const name = labels.join('.');
      const type = query.readUInt16BE(end + 1) as typeof A | typeof AAAA;
      asked.push(`${type} ${name}`);
      const answer = () => {
        const found = zones[name]?.[type] ?? [];
        const reply = Buffer.from(query.subarray(0, end + 5));
        reply.writeUInt16BE(0x8180 | (zones[name] ? 0 : NOT_FOUND), 2);
        [1, found.length, 0, 0].forEach((count, i) => reply.writeUInt16BE(count, 4 + 2 * i));
        const records = found.map((bytes) => {
          const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, ttl, 0, bytes.length]);
          return Buffer.concat([record, bytes]);
        });
        server.send(Buffer.concat([reply, ...records]), port, address);
      };
      if (zones[name] && !zones[name][type]) held.push(answer);
      else answer();
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    resolver = new DnsResolver([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.close();
  });

  const four = Buffer.from([192, 0, 2, 1]);
  const six = Buffer.from('20010db8000000000000000000000001', 'hex');

  it('does not wait for IPv6 addresses that no server tells, and has them once one does', async () => {
    zones['slow.test'] = { [A]: [four] };
    const startedAt = performance.now();
    expect(await resolver.resolve('slow.test')).toEqual(['192.0.2.1']);
    // The resolver itself would wait for 2.5 s and ask again.
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    zones['slow.test'] = { [A]: [four], [AAAA]: [six] };
    held.forEach((answer) => answer());
    const hasBoth = async () => (await resolver.resolve('slow.test')).length === 2;
    await eventually(hasBoth, 'the IPv6 address is known');
    expect(asked.filter((query) => query === '1 slow.test')).toHaveLength(1);
  });

  it('lists IPv4 first, and asks again when the time to live is over', async () => {
    zones['both.test'] = { [A]: [four], [AAAA]: [six] };
    const resolve = () => resolver.resolve('both.test');
    const addresses = ['192.0.2.1', '2001:db8::1'];
    freezeTime();
    expect([await resolve(), await resolve()]).toEqual([addresses, addresses]);
    expect(asked).toHaveLength(2);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001);
    await resolve();
    expect(asked).toHaveLength(4);
  });

  it('remembers for a while that a name does not exist', async () => {
    freezeTime();
    const missing = () =>
      expect(resolver.resolve('none.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await missing();
    const { length } = asked;
    await missing();
    expect(asked).toHaveLength(length);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001);
    await missing();
    expect(asked.length).toBeGreaterThan(length);
  });
});
