import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { CHEAP, DEAR, type PlacesTestApp, toAnswer, US } from './places-test-app';
import { countOutcomes } from './proxies-test-app';

/** Places beside other calls at the same time. */
export function describeConcurrentPlaces(open: () => PlacesTestApp): void {
  describe('beside calls at the same time', () => {
    let shop: PlacesTestApp;
    beforeEach(() => (shop = open()));
    const refunds = () => shop.app.nest.get(OrderRefundService, { strict: false });

    it('should charge once for calls at the same time, and the right price beside a renewal', async () => {
      const proxy = await shop.buy('ng');
      const twice = await Promise.all([
        shop.buyPlace(proxy, US, 'a'),
        shop.buyPlace(proxy, US, 'b'),
      ]);
      expect(countOutcomes(twice.map((each) => String(each.body.code ?? each.status)))).toEqual({
        ...{ 201: 1, PLACE_INCLUDED: 1 },
      });
      expect(await shop.spent()).toBe(DEAR);
      const other = await shop.buy('ng');
      const same = await Promise.all([
        shop.buyPlace(other, US, 'c'),
        shop.buyPlace(other, US, 'c'),
      ]);
      expect(same.map(({ status }) => status)).toEqual([201, 201]);
      expect(await shop.spent()).toBe(2 * DEAR);
      for (const kind of ['renewal', 'traffic'] as const) {
        const raced = await shop.buy('ng');
        const before = await shop.spent();
        const [place, renewed] = await Promise.all([
          shop.buyPlace(raced, US),
          shop.extend(raced, kind),
        ]);
        expect(place.status).toBe(201);
        // It moved after the price of the renewal was calculated.
        if (renewed.status !== 201) expect(toAnswer(renewed)).toEqual([409, 'PROXY_MOVED']);
        // Whatever came first: all traffic is paid for the place where it is.
        const gigabytes = renewed.status === 201 ? 2 : 1;
        expect((await shop.spent()) - before).toBe(gigabytes * DEAR - CHEAP);
        expect((await shop.move(raced, { country: 'fr' })).status).toBe(200);
      }
    });

    it('should keep a change of the settings when a place is bought at the same time', async () => {
      for (let round = 0; round < 3; round += 1) {
        const proxy = await shop.buy('ng');
        const [place, moved] = await Promise.all([
          shop.buyPlace(proxy, US),
          shop.move(proxy, { country: 'gh', protocol: 'socks5', ttl_minutes: 5 }),
        ]);
        expect([place.status, moved.status]).toEqual([201, 200]);
        const [stored] = await shop.sql<{ country: string }>(
          `SELECT protocol, ttl_minutes, country FROM proxy WHERE id = $1`,
          [proxy.id],
        );
        expect(stored).toMatchObject({ protocol: 'socks5', ttl_minutes: 5 });
        expect(['gh', 'us']).toContain(stored!.country);
      }
      expect(await shop.spent()).toBe(3 * DEAR);
    });

    it('should sell a renewal where the proxy is when it moves at the same time', async () => {
      for (const [from, to] of [
        ['us', 'ng'],
        ['ng', 'us'],
      ] as const) {
        const proxy = await shop.buy('us');
        await shop.move(proxy, { country: from });
        const before = await shop.spent();
        const [renewed] = await Promise.all([
          shop.extend(proxy, 'renewal'),
          shop.move(proxy, { country: to }),
        ]);
        const paid = (await shop.spent()) - before;
        if (renewed.status === 409) expect([renewed.body.code, paid]).toEqual(['PROXY_MOVED', 0]);
        const isDear = (await shop.move(proxy, { country: 'fr' })).status === 200;
        expect(isDear).toBe(paid !== CHEAP);
      }
    });

    it('should charge for no proxy that a refund or a suspension ends at the same time', async () => {
      for (const end of ['refund', 'suspend'] as const) {
        const proxy = await shop.buy('ng');
        const [order] = await shop.sql<{ id: number }>(
          `SELECT order_id AS id FROM proxy WHERE id = $1`,
          [proxy.id],
        );
        const before = await shop.spent();
        const [place, ended] = await Promise.all([
          shop.buyPlace(proxy, US),
          end === 'refund'
            ? refunds()
                .refund(shop.admin, order!.id, 'Asked for')
                .then(
                  () => true,
                  () => false,
                )
            : shop
                .call('POST', `/user/proxies/${proxy.id}/suspend`)
                .then(({ status }) => status === 200),
        ]);
        const isBought = place.status === 201;
        expect((await shop.spent()) - before).toBe(
          (isBought ? DEAR - CHEAP : 0) - (end === 'refund' && ended ? CHEAP : 0),
        );
        // A purchase is refunded after its places; a suspension may follow.
        expect(end === 'refund' ? isBought !== ended : ended).toBe(true);
        if (!isBought) expect(place.status).toBe(409);
      }
    });
  });
}
