import { networkInterfaces } from 'node:os';
import { SPELLINGS } from '../../../test/medium/gateway/address-spellings';
import { canonicalAddress, canonicalHost, parseCidr, isPublic } from '../../common/net/addresses';
import { TargetBlocks } from './target-blocks';
import { NameResolver } from './name-resolver';
import { type GuardOptions, TargetGuard } from './target-guard';

class Answers implements NameResolver {
  resolved: string[] = [];
  constructor(private readonly addresses: string[]) {}
  resolve(name: string): Promise<string[]> {
    this.resolved.push(name);
    return Promise.resolve(this.addresses);
  }
}

const own = { hosts: ['proxy.example.com'], ports: [3128, 1080] };
const guard = (addresses: string[] = ['93.184.215.14'], more: Partial<GuardOptions> = {}) =>
  new TargetGuard(new Answers(addresses), { own, ...more });
const blocked = expect.objectContaining({ reason: 'TARGET_BLOCKED' });

describe('TargetGuard', () => {
  it.each([
    ...SPELLINGS,
    'LOCALHOST',
    'a.localhost',
    'metadata.google.internal',
    'printer.local',
    'intranet',
    '::1',
    '[fe80::1%25eth0]',
    'fe80::1%eth0',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    '[fd00:ec2::254]',
    '[::7f00:1]',
    '[::ffff:0:808:808]',
    '[100:0:0:1::1]',
    '[3fff::1]',
    '[3ffe::1]',
    '[5f00::1]',
    '[e000::1]',
    '2a00:1450::1%0',
    '[2a00:1450::1%25eth0]',
    '168.63.129.16',
    '100.100.100.200',
    '255.255.255.255',
    '224.0.0.1',
    'user@127.0.0.1',
    'example.com/@127.0.0.1',
    'example.com#',
    'exa mple.com',
    '',
    '.',
  ])('blocks %p', async (host) => {
    await expect(guard().vet(host, 80, 'residential')).rejects.toEqual(blocked);
  });

  it.each([
    ['example.com', 'example.com', ['93.184.215.14']],
    ['EXAMPLE.com.', 'example.com', ['93.184.215.14']],
    ['bücher.example', 'xn--bcher-kva.example', ['93.184.215.14']],
    ['8.8.8.8', '8.8.8.8', ['8.8.8.8']],
    ['0x08080808', '8.8.8.8', ['8.8.8.8']],
    ['[2606:4700:4700::1111]', '2606:4700:4700::1111', ['2606:4700:4700::1111']],
    ['[::ffff:8.8.8.8]', '8.8.8.8', ['8.8.8.8']],
  ])('allows %s with exactly its addresses', async (text, host, addresses) => {
    const vetted = await guard().vet(text, 443, 'residential');
    expect(vetted).toEqual({ host, port: 443, addresses, isEcho: false });
  });

  it('keeps only public addresses of a DNS response', async () => {
    const mixed = guard(['10.0.0.1', '93.184.215.14', '::1', '::ffff:127.0.0.1', '::ffff:8.8.4.4']);
    const { addresses } = await mixed.vet('rebind.example.com', 80, 'residential');
    expect(addresses).toEqual(['93.184.215.14', '8.8.4.4']);
  });

  it.each([[['127.0.0.1']], [['::1']], [['::ffff:7f00:1']], [['64:ff9b::a00:1']], [[]]])(
    'blocks a name that leads to %p only',
    async (resolver) => {
      await expect(guard(resolver).vet('evil.example.com', 80, 'residential')).rejects.toEqual(
        blocked,
      );
    },
  );

  describe('behind a translator', () => {
    const nat64 = ['2a00:64::/32', '2a01:64::/64', '2a02:64::/96'].map((text) => parseCidr(text)!);
    it.each([
      ['2a00:64:7f00:1::', undefined],
      ['2a00:64:a9fe:a9fe::', undefined],
      ['2a00:64:808:808::', '2a00:64:808:808::'],
      ['2a01:64::7f:0:100:0', undefined],
      ['2a01:64::8:808:800:0', '2a01:64::8:808:800:0'],
      ['2a02:64::10.0.0.1', undefined],
      ['2a02:64::8.8.8.8', '2a02:64::808:808'],
    ])('judges the IPv4 address inside %s', async (address, allowed) => {
      const vetted = (host: string, answers?: string[]) =>
        guard(answers, { nat64 })
          .vet(host, 80, 'residential')
          .then(({ addresses }) => addresses[0])
          .catch(({ reason }: { reason: string }) => reason);
      expect(await vetted(address)).toBe(allowed ?? 'TARGET_BLOCKED');
      expect(await vetted('nat64.example.com', [address])).toBe(allowed ?? 'TARGET_BLOCKED');
    });
  });

  it('resolves an allowed name once', async () => {
    const resolver = new Answers(['93.184.215.14']);
    await new TargetGuard(resolver, { own }).vet('example.com', 80, 'residential');
    expect(resolver.resolved).toEqual(['example.com']);
  });

  it.each([25, 465, 587, 0, 65536, 1.5, NaN])('blocks port %d', async (port) => {
    await expect(guard().vet('example.com', port, 'residential')).rejects.toMatchObject({
      reason: 'PORT_BLOCKED',
    });
  });

  it('reports a name that does not exist', async () => {
    class NoAnswer implements NameResolver {
      resolve = () => Promise.reject(new Error('ENOTFOUND'));
    }
    const lost = new TargetGuard(new NoAnswer(), { own });
    await expect(lost.vet('nowhere.example.com', 80, 'residential')).rejects.toMatchObject({
      reason: 'TARGET_UNREACHABLE',
    });
  });

  it("blocks the gateway's own ports", async () => {
    await expect(guard().vet('proxy.example.com', 3128, 'residential')).rejects.toEqual(blocked);
    await expect(guard().vet('proxy.example.com', 443, 'residential')).resolves.toBeDefined();
  });

  it("blocks this machine's own addresses", async () => {
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of all)
      await expect(guard().vet(address, 80, 'residential')).rejects.toMatchObject({
        reason: 'TARGET_BLOCKED',
      });
  });

  describe('with a sandbox', () => {
    it.each(['localhost', '127.0.0.1', '[::1]', '127.1', 'localhost.'])(
      'knows the echo service as %s',
      async (host) => {
        const sandbox = guard([], { echoPort: 3000 });
        expect(await sandbox.vet(host, 3000, 'residential')).toMatchObject({ isEcho: true });
        await expect(sandbox.vet(host, 3001, 'residential')).rejects.toEqual(blocked);
      },
    );

    it.each(['0.0.0.0', '127.0.0.2', '[::]', '10.0.0.1', '[::ffff:127.0.0.2]'])(
      'and nothing beside it: %s',
      async (host) => {
        await expect(guard([], { echoPort: 3000 }).vet(host, 3000, 'residential')).rejects.toEqual(
          blocked,
        );
      },
    );

    it('blocks a name that resolves to loopback', async () => {
      const sandbox = guard(['127.0.0.1'], { echoPort: 3000 });
      await expect(sandbox.vet('echo.example.com', 3000, 'residential')).rejects.toEqual(blocked);
    });
  });
});

describe('Blocked targets', () => {
  type Block = Parameters<TargetBlocks['replace']>[0][number];
  const guardWith = (
    list: Partial<Block>[],
    answers?: string[],
    more: Partial<GuardOptions> = {},
  ) => {
    const blocks = new TargetBlocks();
    blocks.replace(list.map((block) => ({ pattern: '*', ports: '', kind: 'all', ...block })));
    return guard(answers, { blocks, ...more });
  };
  const byStaff = { reason: 'TARGET_BLOCKED', proxyStatus: 'http_request_denied' };

  it.each([
    ['example.com', 'EXAMPLE.com.'],
    ['xn--bcher-kva.example', 'BÜCHER.example'],
    ['*.example.com', 'example.com'],
    ['*.example.com', 'a.b.Example.com'],
    ['*.com', 'example.com'],
    ['8.8.8.8', '0x08080808'],
    ['8.8.8.8', '[::ffff:8.8.8.8]'],
    ['8.8.8.0/24', '8.8.8.8'],
    ['2606:4700::/32', '[2606:4700:4700::1111]'],
  ])('block of %s holds for %s', async (pattern, host) => {
    await expect(guardWith([{ pattern }]).vet(host, 443, 'mobile')).rejects.toMatchObject(byStaff);
  });

  it.each([
    ['example.com', 'www.example.com'],
    ['*.example.com', 'notexample.com'],
    ['*.example.com', 'example.com.ng'],
    ['8.8.8.0/24', '8.8.9.8'],
  ])('block of %s does not hold for %s', async (pattern, host) => {
    await expect(guardWith([{ pattern }]).vet(host, 443, 'mobile')).resolves.toBeDefined();
  });

  it('blocks a name when one of its addresses is blocked', async () => {
    const list = [{ pattern: '8.8.8.0/24' }, { pattern: '2606:4700::/32' }];
    for (const answer of ['8.8.8.8', '2606:4700::1'])
      await expect(
        guardWith(list, ['8.8.4.4', answer]).vet('example.com', 443, 'mobile'),
      ).rejects.toMatchObject(byStaff);
    await expect(
      guardWith(list, ['8.8.4.4', '2a00:1450::1']).vet('example.com', 443, 'mobile'),
    ).resolves.toBeDefined();
  });

  it('judges the IPv4 address in one of a translator', async () => {
    const nat64 = [parseCidr('2a02:64::/96')!];
    const some = guardWith([{ pattern: '8.8.8.0/24' }], [], { nat64 });
    await expect(some.vet('2a02:64::8.8.8.8', 80, 'mobile')).rejects.toMatchObject(byStaff);
    await expect(some.vet('2a02:64::8.8.4.4', 80, 'mobile')).resolves.toBeDefined();
  });

  it('holds for its ports and its kind', async () => {
    const some = guardWith([{ ports: '6000-6063,8333', kind: 'mobile' }]);
    for (const port of [6000, 6063, 8333])
      await expect(some.vet('example.com', port, 'mobile')).rejects.toMatchObject(byStaff);
    for (const port of [5999, 6064, 443])
      await expect(some.vet('example.com', port, 'mobile')).resolves.toBeDefined();
    await expect(some.vet('example.com', 8333, 'datacenter')).resolves.toBeDefined();
  });

  it('refuses every target before the list was read', async () => {
    const some = guard([], { blocks: new TargetBlocks() });
    const unavailable = { reason: 'UNAVAILABLE' };
    await expect(some.vet('8.8.8.8', 80, 'mobile')).rejects.toMatchObject(unavailable);
  });
});

describe('canonicalAddress', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%1', undefined],
    ['example.com', undefined],
  ])('converts %s to %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });
});

describe('isPublic', () => {
  it.each([
    ...['9.255.255.255', '11.0.0.0', '172.15.0.1', '172.32.0.0', '192.167.1.1', '2a00::1'],
    ...['2001:200::1', '2001:db7:ffff::1', '2003::1', '2620:4f:8000::1', '3ffd:ffff::1'],
    '2a00:1450::5efe:808:808',
  ])('of %s, just outside a range, is true', (address) => expect(isPublic(address)).toBe(true));
  it.each([
    ...['172.31.255.255', '100.127.255.255', '198.19.0.1', '240.0.0.1', 'ff02::1', 'fec0::1'],
    ...['1fff:ffff::1', '2001:1ff:ffff::1', '2002:808:808::1', '3fff:fff::1', '4000::'],
    '2a00:1450::5efe:c0a8:1',
  ])('of %s, just inside one, is false', (address) => expect(isPublic(address)).toBe(false));
});

describe('canonicalHost', () => {
  it('rejects text that is more than a host', () => {
    for (const text of ['a/b', 'a?b', 'a#b', 'a\\b', 'a%2eb', 'u@h', 'h:80', `${'a'.repeat(256)}`])
      expect(canonicalHost(text)).toBeUndefined();
  });
});
