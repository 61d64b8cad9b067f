import { randomUUID } from 'node:crypto';
import type { ReservedAddress } from '../../../src/catalog/catalog.types';
import type {
  DatacenterOrderRequest,
  PoolOrderRequest,
} from '../../../src/proxies/orders/order.types';
import type {
  DeliveredUnit,
  ProvisionRequest,
  ProvisionResult,
  ProxyProvider,
} from '../../../src/proxies/ports/proxy-provider.port';

/** What the suite needs to know about the adapter under test. */
export interface ProviderUnderTest {
  provider: ProxyProvider;
  /** Addresses of our stock, for providers that use it; others may return made-up ones. */
  reserve(count: number): Promise<ReservedAddress[]>;
  /** Lets a proxy use so many bytes. */
  use(apiId: string, bytes: number): Promise<void>;
  /** What the provider would enforce for a proxy right now. */
  inspect(apiId: string): Promise<{
    status: string;
    protocol: string;
    country: string;
    city: string | null;
    ttlMinutes: number;
  }>;
}

export const pool = (over: Partial<PoolOrderRequest> = {}): PoolOrderRequest => ({
  type: 'residential_ipv4',
  protocol: 'http',
  ttlMinutes: 0,
  gigabytes: 2,
  validityDays: 30,
  country: 'ng',
  region: 'lagos',
  city: 'ikeja',
  isp: null,
  ...over,
});

export const racks = (quantity: number): DatacenterOrderRequest => ({
  type: 'individual_ipv4',
  protocol: 'socks5',
  country: 'ng',
  durationMinutes: 43_200,
  quantity,
});

const unitsOf = (result: ProvisionResult | { outcome: 'missing' }): readonly DeliveredUnit[] => {
  if (result.outcome === 'delivered' || result.outcome === 'partly') return result.units;
  throw new Error(`Nothing was delivered: ${JSON.stringify(result)}`);
};

/** What the app relies on, whoever delivers. */
export function describeProvider(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`ProxyProvider contract: ${name}`, () => {
    let under: ProviderUnderTest;
    let provider: ProxyProvider;

    beforeAll(async () => {
      under = await open();
      provider = under.provider;
    });

    const buyPool = async (over: Partial<PoolOrderRequest> = {}): Promise<DeliveredUnit> => {
      const request = { key: randomUUID(), order: pool(over), reserved: [] };
      return unitsOf(await provider.provision(request))[0]!;
    };
    const datacenterRequest = async (quantity: number): Promise<ProvisionRequest> => ({
      key: randomUUID(),
      order: racks(quantity),
      reserved: await under.reserve(quantity),
    });

    it('should deliver a pool order as one unit with limit and expiry', async () => {
      const result = await provider.provision({ key: randomUUID(), order: pool(), reserved: [] });
      expect(result.outcome).toBe('delivered');
      const units = unitsOf(result);
      expect(units).toHaveLength(1);
      expect(units[0]).toMatchObject({ limitBytes: 2n * 2n ** 30n, ip: null });
      const days = (units[0]!.expiresAt.getTime() - Date.now()) / 86_400_000;
      expect(days).toBeCloseTo(30, 1);
    });

    it('should deliver a datacenter order as one unit per address', async () => {
      const request = await datacenterRequest(3);
      const units = unitsOf(await provider.provision(request));
      expect(units).toHaveLength(3);
      expect(new Set(units.map((unit) => unit.ip)).size).toBe(3);
      expect(new Set(units.map((unit) => unit.apiId)).size).toBe(3);
      expect(new Set(units.map((unit) => unit.username)).size).toBe(3);
      for (const unit of units) expect(unit.limitBytes).toBeNull();
    });

    it('should deliver URL-safe credentials', async () => {
      const unit = await buyPool();
      expect(unit.username).toMatch(/^[a-z0-9]{8,40}$/);
      expect(unit.password).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
      expect(
        new URL(`http://${unit.username}:${unit.password}@${unit.host}:${unit.port}`).password,
      ).toBe(unit.password);
    });

    // spec: M6.8
    it('should deliver once per key under concurrent calls', async () => {
      const request = await datacenterRequest(2);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => provider.provision(request)),
      );
      for (const result of results) expect(unitsOf(result)).toEqual(unitsOf(results[0]!));
    });

    // spec: M6.8
    it('should look up a delivery by its key', async () => {
      const request = await datacenterRequest(2);
      const delivered = unitsOf(await provider.provision(request));
      const found = await provider.lookup({ key: request.key, quantity: 2 });
      expect(found.outcome).toBe('delivered');
      expect(unitsOf(found)).toEqual(delivered);
    });

    // spec: M15.8
    it('should extend once per key, or cancel the key, whichever is first', async () => {
      const { apiId } = await buyPool();
      for (let round = 0; round < 10; round += 1) {
        const request = { key: randomUUID(), apiId, addBytes: 5n, extendMinutes: 1 };
        const { key } = request;
        const [extended, cancelled] = await Promise.all([
          provider.extend(request),
          provider.cancelExtension(key),
        ]);
        const isGiven = extended.outcome === 'extended';
        expect(cancelled).toEqual(isGiven ? extended : { outcome: 'missing' });
        expect(await provider.lookupExtension(key)).toEqual(cancelled);
        expect(await provider.extend(request)).toEqual(extended);
        const taken = { outcome: 'retracted', takenBytes: 5n, takenMs: 60_000n };
        const retracted = await Promise.all([
          provider.retractExtension(key),
          provider.retractExtension(key),
        ]);
        expect(retracted).toEqual(
          isGiven ? [taken, taken] : [{ outcome: 'missing' }, { outcome: 'missing' }],
        );
      }
    });

    // spec: M6.11
    it('should deliver nothing for a key that was cancelled', async () => {
      const request = await datacenterRequest(2);
      const { key } = request;
      expect(await provider.cancel({ key, quantity: 2 })).toEqual({ outcome: 'missing' });
      expect((await provider.provision(request)).outcome).toBe('rejected');
      expect(await provider.lookup({ key, quantity: 2 })).toEqual({ outcome: 'missing' });
    });

    // spec: M6.11
    it('should answer the cancellation of a delivery with what was delivered', async () => {
      const request = await datacenterRequest(2);
      const delivered = unitsOf(await provider.provision(request));
      expect(unitsOf(await provider.cancel({ key: request.key, quantity: 2 }))).toEqual(delivered);
    });

    // spec: M6.11
    it('should let either the delivery or the cancellation win', async () => {
      for (let round = 0; round < 10; round += 1) {
        const request = await datacenterRequest(2);
        const purchase = { key: request.key, quantity: 2 };
        const [sold, cancelled] = await Promise.all([
          provider.provision(request),
          provider.cancel(purchase),
        ]);
        const isSold = sold.outcome === 'delivered';
        expect(cancelled.outcome).toBe(isSold ? 'delivered' : 'missing');
        expect((await provider.lookup(purchase)).outcome).toBe(cancelled.outcome);
      }
    });

    it('should answer missing to the lookup of an unknown key', async () => {
      expect(await provider.lookup({ key: randomUUID(), quantity: 1 })).toEqual({
        outcome: 'missing',
      });
    });

    it('should change only the given fields of the configuration', async () => {
      const { apiId } = await buyPool();
      expect(await provider.reconfigure(apiId, { protocol: 'socks5' })).toEqual({
        outcome: 'done',
      });
      expect(await under.inspect(apiId)).toMatchObject({
        protocol: 'socks5',
        country: 'ng',
        city: 'ikeja',
        ttlMinutes: 0,
      });
      await provider.reconfigure(apiId, {
        ttlMinutes: 10,
        targeting: { country: 'gh', region: null, city: null, isp: null },
      });
      expect(await under.inspect(apiId)).toMatchObject({
        protocol: 'socks5',
        country: 'gh',
        city: null,
        ttlMinutes: 10,
      });
    });

    it('should rotate a session again and again', async () => {
      const { apiId } = await buyPool();
      for (const session of [null, 'a', 'a'])
        expect(await provider.rotateSession(apiId, session)).toEqual({ outcome: 'done' });
    });

    it('should suspend and resume', async () => {
      const { apiId } = await buyPool();
      expect(await provider.suspend(apiId)).toEqual({ outcome: 'done' });
      expect((await under.inspect(apiId)).status).toBe('suspended');
      expect(await provider.resume(apiId)).toEqual({ outcome: 'done' });
      expect((await under.inspect(apiId)).status).toBe('active');
    });

    it('should replace the credentials', async () => {
      const key = randomUUID();
      const [before] = unitsOf(await provider.provision({ key, order: pool(), reserved: [] }));
      const reissued = await provider.reissueCredentials(before!.apiId);
      if (reissued.outcome !== 'done') throw new Error(reissued.outcome);
      expect(reissued.username).not.toBe(before!.username);
      expect(reissued.password).not.toBe(before!.password);
      const [after] = unitsOf(await provider.lookup({ key, quantity: 1 }));
      expect(after).toEqual({
        ...before,
        username: reissued.username,
        password: reissued.password,
      });
    });

    it('should answer missing to changes of an unknown proxy', async () => {
      const nobody = 'no-such-proxy';
      const missing = { outcome: 'missing' };
      expect(await provider.reconfigure(nobody, { protocol: 'http' })).toEqual(missing);
      expect(await provider.rotateSession(nobody, null)).toEqual(missing);
      expect(await provider.connections(nobody, true)).toEqual(missing);
      expect(await provider.closeConnections(nobody, null)).toEqual(missing);
      expect(await provider.suspend(nobody)).toEqual(missing);
      expect(await provider.resume(nobody)).toEqual(missing);
      expect(await provider.reissueCredentials(nobody)).toEqual(missing);
    });

    it('should read usage and leave out unknown ids', async () => {
      const [one, other] = [await buyPool(), await buyPool()];
      await under.use(one.apiId, 1500);
      await under.use(one.apiId, 500);
      const readings = await provider.usage([one.apiId, other.apiId, 'no-such-proxy']);
      expect(new Map(readings.map((r) => [r.apiId, r.usedBytes]))).toEqual(
        new Map([
          [one.apiId, 2000n],
          [other.apiId, 0n],
        ]),
      );
    });

    it('should return every usage change to a reader with the cursor', async () => {
      const units = await Promise.all(Array.from({ length: 5 }, () => buyPool()));
      for (const unit of units) await under.use(unit.apiId, 100);
      const seen = new Map<string, bigint>();
      let cursor: string | null = null;
      const readOn = async () => {
        for (let more = true; more;) {
          const changes = await provider.usageChanges(cursor, 2);
          for (const { apiId, usedBytes } of changes.readings) seen.set(apiId, usedBytes);
          ({ cursor, more } = changes);
        }
      };
      await readOn();
      for (const { apiId } of units) expect(seen.get(apiId)).toBe(100n);
      await under.use(units[3]!.apiId, 11);
      await readOn();
      expect(seen.get(units[3]!.apiId)).toBe(111n);
    });

    it('should sum usage by month', async () => {
      const [one, other] = [await buyPool(), await buyPool()];
      await under.use(one.apiId, 300);
      await under.use(other.apiId, 400);
      const since = new Date(Date.now() - 60 * 86_400_000);
      const months = await provider.usageByMonth([one.apiId, other.apiId], since);
      expect(months.reduce((sum, month) => sum + month.usedBytes, 0n)).toBe(700n);
      for (const { month } of months) expect(month).toMatch(/^\d{4}-\d{2}$/);
    });

    it('should sum the usage of one proxy by day', async () => {
      const [one, other] = [await buyPool(), await buyPool()];
      await under.use(one.apiId, 300);
      await under.use(one.apiId, 200);
      await under.use(other.apiId, 400);
      const days = await provider.usageByDay(one.apiId, new Date(Date.now() - 2 * 86_400_000));
      const used = days.reduce((sum, day) => sum + day.bytesUp + day.bytesDown, 0n);
      expect(used).toBe(500n);
      for (const { date } of days) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(await provider.usageByDay(one.apiId, new Date(Date.now() + 86_400_000))).toEqual([]);
    });
  });
}
