import { DataSource } from 'typeorm';
import { findLocalPrice } from '../../../src/catalog/prices/price-calculation';
import type { PriceListDto } from '../../../src/catalog/prices/price-list.dto';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { expectInvariantsToHold } from '../../support/integrity';
import { describeConcurrentPlaces } from './concurrent-places.suite';
import {
  beyond,
  CHEAP,
  createPlacesTestApp,
  DEAR,
  type PlacesTestApp,
  toAnswer,
  US,
} from './places-test-app';

describe('Places of traffic', () => {
  let shop: PlacesTestApp;
  let refunds: OrderRefundService;

  beforeAll(async () => {
    shop = await createPlacesTestApp();
    refunds = shop.app.nest.get(OrderRefundService, { strict: false });
  });
  beforeEach(() => shop.signUp());
  expectInvariantsToHold(() => ({ uow: shop.app.nest.get(UnitOfWork) }));
  afterAll(() => shop.close());

  it('should refuse a dearer place with its price, in the API, in lists and at the gateway, and sell it with one more call', async () => {
    const proxy = await shop.buy('zz');
    expect(toAnswer(await shop.move(proxy, US))).toEqual(beyond(CHEAP, DEAR));
    expect(toAnswer(await shop.list(proxy, 'country=us&city=ashburn'))).toEqual(
      beyond(CHEAP, DEAR),
    );
    const several = await shop.list(proxy, 'count=2&country=ng,us,gh');
    expect(toAnswer(several)).toEqual(beyond(CHEAP, DEAR));
    expect(several.body.message).toContain('was not bought for United States, where it costs');
    expect(await shop.use(proxy, '-cc-us-city-ashburn')).toBe('402 PLACE_NOT_INCLUDED');
    for (const isp of ['isp-mtn', 'asn-37148'])
      expect(await shop.use(proxy, `-cc-ng-${isp}`)).toBe('402 PLACE_NOT_INCLUDED');
    for (const parameters of ['', '-cc-ng', '-cc-gh-city-accra'])
      expect([parameters, await shop.use(proxy, parameters)]).toEqual([parameters, '200']);
    expect((await shop.list(proxy, 'country=ng&city=ikeja')).status).toBe(200);
    const difference = DEAR - CHEAP;
    expect(await shop.quote(proxy, US)).toEqual({
      ...{ current_price: CHEAP, required_price: DEAR, difference, currency: 'NGN' },
    });
    expect(await shop.quote(proxy, { country: 'ng' })).toMatchObject({ difference: 0 });
    const wrong = await shop.buyPlace(proxy, { ...US, expected_total: difference - 1 });
    expect(toAnswer(wrong)).toEqual([409, 'PRICE_CHANGED', [difference - 1, difference]]);
    expect(await shop.spent()).toBe(CHEAP);
    const bought = await shop.buyPlace(proxy, { ...US, expected_total: difference }, 'place-1');
    expect(bought.status).toBe(201);
    expect(bought.body).toMatchObject({
      message: 'Your proxy may leave there now.',
      data: {
        order_status: 'delivered',
        proxy: { id: proxy.id, location: 'us', pool_data: { city: 'ashburn', limit_mb: 1024 } },
        transaction: {
          reference: expect.stringMatching(/^PLACE-[0-9A-F]{16}$/),
          ...{ type: 'debit', amount: difference, status: 'successful' },
          description: `Residential proxy #${proxy.id} to United States, virginia, ashburn`,
        },
      },
    });
    expect(await shop.buyPlace(proxy, { ...US, expected_total: difference }, 'place-1')).toEqual(
      bought,
    );
    expect((await shop.buyPlace(proxy, { country: 'fr' }, 'place-1')).status).toBe(409);
    expect(toAnswer(await shop.buyPlace(proxy, US))).toEqual([409, 'PLACE_INCLUDED']);
    expect(await shop.spent()).toBe(DEAR);
    expect(await shop.use(proxy)).toBe('200');
    // What was paid for stays paid for, and no dearer place costs anything.
    for (const country of ['fr', 'ng', 'us'])
      expect([country, (await shop.move(proxy, { country })).status]).toEqual([country, 200]);
    const [audit] = await shop.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'proxy.ordered' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit!.details).toContain('to United States, virginia, ashburn for ₦9,000');
  });

  it('should charge the difference for the traffic that is not used', async () => {
    const proxy = await shop.buy('ng', { traffic_limit_mb: '5' });
    await shop.useBytes(proxy, 4);
    expect(toAnswer(await shop.move(proxy, { country: 'us' }))).toEqual(beyond(CHEAP, DEAR));
    await shop.rollUpUsage();
    expect(toAnswer(await shop.move(proxy, { country: 'us' }))).toEqual(beyond(CHEAP, DEAR));
    expect(await shop.quote(proxy, { country: 'ng', isp: 'mtn' })).toMatchObject({
      difference: CHEAP / 2,
    });
    await shop.useBytes(proxy, 5);
    expect(await shop.quote(proxy, { country: 'us' })).toMatchObject({ difference: 0 });
    expect((await shop.move(proxy, { country: 'us' })).status).toBe(200);
    // The traffic that is added there has the price there.
    expect((await shop.extend(proxy, 'traffic')).status).toBe(201);
    expect(await shop.spent()).toBe(5 * CHEAP + DEAR);
  });

  it.each(['renewal', 'traffic'] as const)(
    'should sell a %s in the place where the proxy is, and keep no dearer one for it',
    async (kind) => {
      const proxy = await shop.buy('us');
      expect((await shop.move(proxy, { country: 'ng' })).status).toBe(200);
      expect((await shop.extend(proxy, kind)).status).toBe(201);
      expect(await shop.spent()).toBe(DEAR + CHEAP);
      expect(await shop.use(proxy)).toBe('200');
      // What was paid for the first gigabyte still counts.
      expect(toAnswer(await shop.move(proxy, { country: 'us' }))).toEqual(
        beyond(DEAR + CHEAP, 2 * DEAR),
      );
      expect(
        (await shop.buyPlace(proxy, { country: 'us', expected_total: DEAR - CHEAP })).status,
      ).toBe(201);
      expect((await shop.extend(proxy, kind)).status).toBe(201);
      expect(await shop.spent()).toBe(3 * DEAR);
      expect((await shop.move(proxy, { country: 'fr' })).status).toBe(200);
    },
  );

  it('should notify gateways of what they serve and nothing else, and of other prices', async () => {
    const { id } = await shop.buy('us');
    const touch = (change: string) =>
      shop.listen(() => shop.sql(`UPDATE proxy SET ${change} WHERE id = $1`, [id]));
    const served = [
      ...[
        `reach = reach || '{"others": 0}'`,
        `protocol = 'socks5'`,
        'limit_bytes = limit_bytes + 1',
      ],
      ...[
        `status = 'suspended'`,
        `password_digest = ''`,
        `expires_at = expires_at + interval '1 s'`,
      ],
    ];
    for (const change of served)
      expect([change, await touch(change)]).toEqual([change, [`gateway_credential ${id}`]]);
    for (const change of [
      ...['reach = reach', `note = 'Shop'`, `tags = '{a}'`, 'used_bytes = used_bytes + 1'],
      ...['expiry_warned = 72', 'updated_at = now()'],
    ])
      expect([change, await touch(change)]).toEqual([change, []]);
    await shop.sql(
      `UPDATE proxy SET limit_bytes = limit_bytes - 1, used_bytes = 0, status = 'active' WHERE id = $1`,
      [id],
    );
    expect(await shop.listen(() => shop.setPrices())).toEqual(['price_list ']);
  });

  it('should leave what was sold before places had a price as it was, until more is bought', async () => {
    const proxy = await shop.buy('zz');
    await shop.sql(
      `UPDATE proxy_order SET reach = NULL WHERE id = (SELECT order_id FROM proxy WHERE id = $1)`,
      [proxy.id],
    );
    await shop.sql(`UPDATE proxy SET reach = NULL WHERE id = $1`, [proxy.id]);
    expect(await shop.use(proxy, '-cc-us-city-ashburn')).toBe('200');
    expect((await shop.list(proxy, 'country=us')).status).toBe(200);
    expect((await shop.move(proxy, US)).status).toBe(200);
    expect((await shop.move(proxy, { country: 'ng' })).status).toBe(200);
    expect(await shop.spent()).toBe(CHEAP);
    expect((await shop.extend(proxy, 'traffic')).status).toBe(201);
    expect(toAnswer(await shop.move(proxy, US))).toEqual(beyond(2 * CHEAP, 2 * DEAR));
  });

  it('should move nothing to a country that is off sale, and keep the place of a proxy as it was sold', async () => {
    const [random, fixed] = [await shop.buy('zz'), await shop.buy('ke')];
    try {
      await shop.switchOff('ke', 'gh');
      for (const place of [{ country: 'gh' }, { country: 'ke' }]) {
        expect(toAnswer(await shop.move(random, place)).slice(0, 2)).toEqual([
          422,
          'VALIDATION_FAILED',
        ]);
        expect((await shop.list(random, `country=${place.country}`)).status).toBe(422);
        expect((await shop.buyPlace(random, place)).status).toBe(422);
        expect(await shop.use(random, `-cc-${place.country}`)).toBe('402 PLACE_NOT_INCLUDED');
      }
      expect(await shop.use(random, '-cc-ng')).toBe('200');
      expect(await shop.use(fixed)).toBe('200');
      expect((await shop.move(fixed, { country: 'ke', protocol: 'socks5' })).status).toBe(200);
      expect((await shop.move(fixed, { country: 'ke', city: 'nairobi' })).status).toBe(200);
      expect((await shop.extend(fixed, 'renewal')).status).toBe(422);
    } finally {
      await shop.setPrices();
    }
    expect(await shop.use(random, '-cc-ke')).toBe('200');
  });

  it('should tell gateways of the same countries off sale as the shop', async () => {
    const group = (name: string, on_sale: boolean) => ({ group: name, on_sale, naira: 1 });
    const country = (code: string, on_sale: boolean) => ({ country: code, on_sale, naira: 1 });
    let list!: PriceListDto;
    try {
      await shop.setPrices((prices) => {
        (prices as { groups: object }).groups = [
          { name: 'West', countries: ['ng', 'gh', 'us'] },
          { name: 'All', countries: ['ng', 'za', 'ke'] },
        ];
        const [first, ...others] = prices.residential.packages as unknown as {
          overrides: object[];
          on_sale: boolean;
        }[];
        first!.overrides = [group('All', true), group('West', false), country('ke', false)];
        for (const offer of others)
          Object.assign(offer, {
            on_sale: false,
            overrides: [country('fr', true), group('West', false)],
          });
        first!.on_sale = false;
        list = prices;
      });
      const found = await shop.offSale();
      const codes = ['ng', 'gh', 'us', 'za', 'ke', 'fr', '*'];
      expect(
        Object.fromEntries(
          found
            .filter(({ kind }) => kind === 'residential')
            .map(({ country: code, isOffSale }) => [code, isOffSale]),
        ),
      ).toEqual(
        Object.fromEntries(
          codes.map((code) => [
            code,
            list.residential.packages.every(
              (offer) => !findLocalPrice(offer, code, list.groups).isOnSale,
            ),
          ]),
        ),
      );
    } finally {
      await shop.setPrices();
    }
  });

  it('should refund a place as a whole, and take the proxy back to where it was', async () => {
    const proxy = await shop.buy('ng');
    const getOrders = () =>
      shop.sql<{ id: number; kind: string }>(
        `SELECT o.id, o.kind FROM proxy_order o JOIN proxy p ON o.id = p.order_id OR o.proxy_id = p.id
         WHERE p.id = $1 ORDER BY o.id`,
        [proxy.id],
      );
    const refund = (id: number) =>
      refunds.refund(shop.admin, id, 'Asked for').then(
        () => 'refunded',
        ({ code }: { code: string }) => code,
      );
    await shop.buyPlace(proxy, US);
    await shop.extend(proxy, 'traffic');
    await shop.buyPlace(proxy, { ...US, isp: 'comcast' });
    const [purchase, first, added, second] = (await getOrders()).map(({ id }) => id);
    expect(await shop.spent()).toBe(3 * DEAR);
    expect(await refunds.quote(first!)).toMatchObject({ isExtension: true, proxies: 0 });
    expect([await refund(purchase!), await refund(first!)]).toEqual([
      ...['ORDER_HAS_RENEWALS', 'LATER_PLACE_BOUGHT'],
    ]);
    expect([await refund(second!), await refund(second!)]).toEqual(['refunded', 'ORDER_REFUNDED']);
    expect(await shop.spent()).toBe(2 * DEAR);
    expect(await shop.use(proxy)).toBe('200');
    expect(toAnswer(await shop.move(proxy, { ...US, isp: 'comcast' }))).toEqual(
      beyond(2 * DEAR, 3 * DEAR),
    );
    // A price that counts on the place that is being refunded: the refund waits for it, and is refused then.
    const runner = shop.app.nest.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT FROM proxy WHERE id = $1 FOR UPDATE`, [proxy.id]);
    const place = shop.buyPlace(proxy, { country: 'us', isp: 'comcast' });
    await waitForLockWaits(shop, 1);
    const refused = refund(first!);
    await waitForLockWaits(shop, 2);
    await runner.commitTransaction();
    await runner.release();
    expect([(await place).status, await refused]).toEqual([201, 'LATER_PLACE_BOUGHT']);
    expect(await shop.spent()).toBe(3 * DEAR);
    expect(added).toBeDefined();
    const [last] = (await getOrders()).slice(-1);
    expect([await refund(last!.id), await refund(first!)]).toEqual(['refunded', 'refunded']);
    // What was added there was paid for there, what was bought first was not.
    const shown = (await shop.call('GET', `/user/proxies/${proxy.id}`)).body.data;
    expect(shown).toMatchObject({ proxy: { location: 'ng' } });
    expect([await shop.use(proxy), (await shop.move(proxy, US)).status]).toEqual(['200', 409]);
    for (const { id } of (await getOrders()).reverse()) await refund(id);
    expect(await shop.spent()).toBe(0);
  });

  it('should give back the reach when a renewal is refunded', async () => {
    const proxy = await shop.buy('us');
    await shop.move(proxy, { country: 'ng' });
    const findReach = async () =>
      (await shop.sql<{ reach: object }>(`SELECT reach FROM proxy WHERE id = $1`, [proxy.id]))[0]!
        .reach;
    const before = await findReach();
    const { body } = await shop.extend(proxy, 'renewal');
    expect(await findReach()).not.toEqual(before);
    await refunds.refund(shop.admin, (body.data as unknown as { order_id: number }).order_id, 'No');
    expect(await findReach()).toEqual(before);
    expect(await shop.spent()).toBe(DEAR);
  });

  it('should refuse a proxy that is suspended or not one of a pool, and a wallet that is short', async () => {
    await shop.signUp(CHEAP);
    const proxy = await shop.buy('ng');
    expect(toAnswer(await shop.buyPlace(proxy, US))).toEqual([
      ...[402, 'INSUFFICIENT_BALANCE'],
      [DEAR - CHEAP, 0, DEAR - CHEAP],
    ]);
    expect((await shop.move(proxy, US)).status).toBe(409);
    await shop.call('POST', `/user/proxies/${proxy.id}/suspend`);
    expect((await shop.buyPlace(proxy, US)).body.code).toBe('PROXY_SUSPENDED');
    await shop.signUp();
    expect((await shop.buyPlace(proxy, US)).status).toBe(404);
  });

  describeConcurrentPlaces(() => shop);
});
