import { UnitOfWork } from '../../../src/database/unit-of-work';
import { EmbeddedProvider } from '../../../src/proxies/adapters/embedded/embedded.provider';
import { ProxyConfigurationRepository } from '../../../src/proxies/configuration/proxy-configuration.repository';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import type { HttpTestResponse } from './http-test-app';
import { CHEAP, DEAR, type Bought, type PlacesTestApp, toAnswer, US } from './places-test-app';
import { ageAttempt, NO_ANSWER } from './provider-mocks';

const ASHBURN = { ...US, isp: null };

/** Places beside changes and orders of the proxy that the provider has not confirmed. */
export function describePendingPlaces(open: () => PlacesTestApp): void {
  describe('beside what is pending', () => {
    let shop: PlacesTestApp;
    beforeEach(() => (shop = open()));
    afterEach(() => jest.restoreAllMocks());

    /** What the worker sends to the provider, and what the proxy has then. */
    async function applyPending({ id }: Bought): Promise<unknown[]> {
      jest.restoreAllMocks();
      const sent = jest.spyOn(EmbeddedProvider.prototype, 'reconfigure');
      await shop.app.nest.get(ProviderSyncService, { strict: false }).syncDue({ id });
      const [stored] = await shop.sql(
        `SELECT protocol, ttl_minutes AS "ttlMinutes", country, region, city, isp FROM proxy WHERE id = $1`,
        [id],
      );
      return [sent.mock.calls.map(([, config]) => config), stored];
    }

    const leavePending = () =>
      jest.spyOn(ProviderSyncService.prototype, 'syncOne').mockResolvedValue();

    // spec: M22.3
    it('should apply every change that was requested before the worker applied one', async () => {
      const proxy = await shop.buy('ng');
      leavePending();
      const change = { country: 'gh', protocol: 'socks5', ttl_minutes: 5 };
      expect((await shop.move(proxy, change)).status).toBe(502);
      expect((await shop.buyPlace(proxy, US)).status).toBe(201);
      const changed = { protocol: 'socks5', ttlMinutes: 5 };
      expect(await applyPending(proxy)).toEqual([
        [{ ...changed, targeting: ASHBURN }],
        { ...changed, ...ASHBURN },
      ]);
      // What is applied is not sent again.
      leavePending();
      const place = { ...US, isp: 'comcast' };
      expect((await shop.buyPlace(proxy, place)).status).toBe(201);
      const configurations = shop.app.nest.get(ProxyConfigurationRepository, { strict: false });
      await shop.app.nest
        .get(UnitOfWork)
        .run(() =>
          configurations.request(proxy.id, { config: { protocol: 'http' }, actor: shop.admin }),
        );
      expect(await applyPending(proxy)).toEqual([
        [{ protocol: 'http', targeting: place }],
        { ...changed, protocol: 'http', ...place },
      ]);
    });

    // spec: M22.8
    it.each(['renewal', 'traffic'] as const)(
      'should refuse a place until a %s that is paid is delivered',
      async (kind) => {
        const proxy = await shop.buy('ng');
        let whileCharged!: HttpTestResponse;
        const { extend } = EmbeddedProvider.prototype;
        jest.spyOn(EmbeddedProvider.prototype, 'extend').mockImplementation(async function (
          this: EmbeddedProvider,
          request,
        ) {
          whileCharged = await shop.buyPlace(proxy, US);
          await extend.call(this, request);
          return NO_ANSWER;
        });
        const { body } = await shop.extend(proxy, kind);
        expect(body.data).toMatchObject({ order_status: 'processing' });
        for (const refused of [whileCharged, await shop.buyPlace(proxy, US)])
          expect(toAnswer(refused)).toEqual([409, 'DELIVERY_PENDING']);
        expect(await shop.spent()).toBe(2 * CHEAP);
        await ageAttempt(shop, (body.data as unknown as { order_id: number }).order_id, 100);
        await shop.app.nest.get(AttemptResolutionService, { strict: false }).sweep();
        expect((await shop.buyPlace(proxy, US)).status).toBe(201);
        expect(await shop.spent()).toBe(2 * DEAR);
      },
    );
  });
}
