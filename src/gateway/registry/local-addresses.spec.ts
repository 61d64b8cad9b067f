import { LocalAddresses } from './local-addresses';

describe('LocalAddresses', () => {
  it('finds the addresses that a socket can be bound to', async () => {
    const addresses = new LocalAddresses();
    const wanted = ['127.0.0.1', '203.0.113.7', '2001:db8::7', 'nonsense'];
    expect([...(await addresses.findPresent(wanted))]).toEqual(['127.0.0.1']);
  });

  it('checks an address again after a while, and thousands only once until then', async () => {
    let now = 0;
    let checks = 0;
    const own = new Set<string>();
    const addresses = new LocalAddresses(
      (address) => Promise.resolve(own.has(address) && ++checks > 0),
      () => now,
    );
    const wanted = Array.from({ length: 10_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
    wanted.forEach((address) => own.add(address));
    expect((await addresses.findPresent(wanted)).size).toBe(10_000);
    own.delete('10.0.0.1');
    expect((await addresses.findPresent(wanted)).size).toBe(10_000);
    expect(checks).toBe(10_000);
    now = 60_000;
    const present = await addresses.findPresent(wanted);
    expect([present.size, present.has('10.0.0.1')]).toEqual([9_999, false]);
  });
});
