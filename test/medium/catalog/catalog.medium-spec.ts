import { CatalogModule } from '../../../src/catalog/catalog.module';
import { CatalogService } from '../../../src/catalog/catalog.service';
import { PricingService } from '../../../src/catalog/prices/pricing.service';
import { StockService } from '../../../src/catalog/stock/stock.service';
import { seedCatalog } from '../../support/seed';
import { SettingsService } from '../../../src/settings/settings.service';
import { addGateway } from '../../support/gateway-row';
import { useTestModule } from '../../support/testing-module';

describe('CatalogModule', () => {
  const testModule = useTestModule([CatalogModule]);
  let catalog: CatalogService;
  let pricing: PricingService;
  let stock: StockService;

  beforeAll(async () => {
    await seedCatalog(testModule.module);
    catalog = testModule.module.get(CatalogService);
    pricing = testModule.module.get(PricingService);
    stock = testModule.module.get(StockService);
  });

  const names = (places: { name: string }[]) => places.map((place) => place.name);
  const countryId = async (code: string) =>
    (
      await testModule.sql<{ id: number }>(`SELECT id FROM catalog_country WHERE code = $1`, [code])
    )[0]!.id;

  describe('pool locations', () => {
    it('should list more than fifty countries by name with the choices each one has', async () => {
      const countries = await catalog.listPoolCountries('residential');
      expect(countries.length).toBeGreaterThanOrEqual(50);
      expect(countries.find((country) => country.code === 'ng')).toEqual({
        code: 'ng',
        name: 'Nigeria',
        has_regions: true,
        has_cities: true,
        has_isps: true,
        has_asns: false,
      });
      expect(names(countries)).toEqual([...names(countries)].sort((a, b) => a.localeCompare(b)));
    });

    it('should filter cities by region and ISPs by city', async () => {
      const regions = await catalog.listPoolPlaces('region', {
        connection_type: 'mobile',
        country_code: 'ng',
      });
      expect(names(regions)).toContain('Federal Capital Territory');
      const cities = await catalog.listPoolPlaces('city', {
        connection_type: 'mobile',
        country_code: 'ng',
        region_code: 'lagos',
      });
      expect(names(cities)).toEqual(['Ikeja', 'Ikorodu', 'Lagos', 'Lekki']);
      const isps = await catalog.listPoolPlaces('isp', {
        connection_type: 'mobile',
        country_code: 'ng',
        city_code: 'ikeja',
      });
      expect(names(isps).sort()).toEqual(['9mobile', 'Airtel', 'Glo', 'MTN']);
      const all = await catalog.listPoolPlaces('city', {
        connection_type: 'mobile',
        country_code: 'ng',
      });
      expect(all.length).toBeGreaterThan(cities.length);
    });

    it('should list no locations for an unknown country or for zz', async () => {
      expect(
        await catalog.listPoolPlaces('region', {
          connection_type: 'residential',
          country_code: 'aq',
        }),
      ).toEqual([]);
      expect(
        await catalog.listPoolPlaces('isp', { connection_type: 'residential', country_code: 'zz' }),
      ).toEqual([]);
    });

    it('should list only locations with an enabled exit that is sold', async () => {
      await testModule.sql(
        `UPDATE exit_node SET enabled = false WHERE kind = 'mobile' AND city_code = 'lekki'`,
      );
      await testModule.sql(
        `UPDATE exit_node SET weight = 0 WHERE kind = 'mobile' AND city_code = 'ikorodu'`,
      );
      await testModule.sql(
        `UPDATE exit_node SET selling = false WHERE kind = 'mobile' AND city_code = 'ikeja'`,
      );
      const cities = await catalog.listPoolPlaces('city', {
        connection_type: 'mobile',
        country_code: 'ng',
        region_code: 'lagos',
      });
      expect(names(cities)).toEqual(['Lagos']);
      // Proxies that were sold there before are extended.
      const ikeja = { country: 'ng', region: 'lagos', city: 'ikeja', isp: null };
      await expect(catalog.getPoolOffer('mobile', ikeja)).rejects.toThrow('city');
      expect((await catalog.getPoolOffer('mobile', ikeja, 'served')).targeting).toEqual(ikeja);
      const residential = await catalog.listPoolPlaces('city', {
        connection_type: 'residential',
        country_code: 'ng',
        region_code: 'lagos',
      });
      expect(names(residential)).toContain('Lekki');
    });

    it('should flag the choices that a country does not have', async () => {
      await testModule.sql(
        `INSERT INTO exit_node (kind, country, leave, local_address) VALUES ('mobile', 'is', 'local', '127.99.0.1')`,
      );
      const countries = await catalog.listPoolCountries('mobile');
      expect(countries.find((country) => country.code === 'is')).toEqual({
        code: 'is',
        name: 'Iceland',
        has_regions: false,
        has_cities: false,
        has_isps: false,
        has_asns: false,
      });
    });

    it('should accept zz as the country, with or without an ISP', async () => {
      const any = { country: 'zz', region: null, city: null, isp: null };
      expect(await catalog.resolveTargeting('mobile', any)).toEqual(any);
      expect(await catalog.resolveTargeting('mobile', { ...any, isp: 'mtn' })).toEqual({
        ...any,
        isp: 'mtn',
      });
    });

    it('should name the first field that has no exit in combination with the others', async () => {
      const request = { country: 'ng', region: 'lagos', city: 'kano', isp: 'mtn' };
      await expect(catalog.resolveTargeting('mobile', request)).rejects.toMatchObject({
        details: { city: ['This city is not available. Choose another.'] },
      });
    });
  });

  describe('PricingService', () => {
    it('should list packages in whole naira, smallest first, with a falling price per GB', async () => {
      const packages = await pricing.listTrafficPackages('residential');
      expect(packages.map((offer) => Number(offer.traffic))).toEqual([1, 2, 3, 5, 10, 25, 50, 100]);
      const perGb = packages.map((offer) => offer.price / Number(offer.traffic));
      expect([...perGb].sort((a, b) => b - a)).toEqual(perGb);
      for (const { price } of packages) expect(price % 1).toBe(0);
    });

    it('should prefer the price of the country to the default price', async () => {
      const price = async (code: string, minutes: number) =>
        (await pricing.quoteDatacenter(await countryId(code), minutes)).toNaira();
      expect(await price('ng', 43_200)).toBe(4800);
      expect(await price('ng', 129_600)).toBe(14_400);
      expect(await price('cm', 43_200)).toBe(3200);
    });

    it('should list the price of every country with stock, by name', async () => {
      const offers = await pricing.listDatacenterOffers(43_200);
      expect(offers.map(({ country_id: id, quantity }) => ({ id, quantity }))).toEqual(
        (await stock.countAvailable(43_200)).map(({ country_id: id, quantity }) => ({
          id,
          quantity,
        })),
      );
      const price = (code: string) => offers.find((offer) => offer.code === code)?.price_per_unit;
      expect([price('ng'), price('cm'), price('de')]).toEqual([4800, 3200, 2560]);
      expect(names(offers)).toEqual([...names(offers)].sort((a, b) => a.localeCompare(b)));
      expect(await pricing.listDatacenterOffers(60)).toEqual([]);
    });

    it('should add the markup only while it is enabled and above zero', async () => {
      const settings = testModule.module.get(SettingsService, { strict: false });
      const price = async (stored: object) => {
        await testModule.sql('DELETE FROM setting');
        for (const [key, value] of Object.entries(stored))
          await testModule.sql('INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)', [
            key,
            JSON.stringify(value),
          ]);
        settings.invalidateCache();
        return (await pricing.quoteDatacenter(await countryId('ng'), 43_200)).toNaira();
      };
      expect(await price({ markupPercentage: 12.5 })).toBe(4800);
      expect(await price({ markupEnabled: true, markupPercentage: 12.5 })).toBe(5400);
      expect(await price({ markupEnabled: true, markupPercentage: 0 })).toBe(4800);
      expect(await price({ exchangeRate: 1550.55 })).toBe(4652);
      expect(await price({})).toBe(4800);
    });

    it('should refuse countries and periods that are not on sale', async () => {
      await expect(pricing.quoteDatacenter(await countryId('aq'), 43_200)).rejects.toMatchObject({
        details: { country_id: [expect.any(String)] },
      });
      await expect(pricing.quoteDatacenter(await countryId('ng'), 60)).rejects.toMatchObject({
        details: { duration_minutes: [expect.any(String)] },
      });
    });
  });

  describe('StockService', () => {
    it('should count free addresses per country with a price for the period', async () => {
      const before = new Map(
        (await stock.countAvailable(43_200)).map((c) => [c.country_id, c.quantity]),
      );
      const ng = await countryId('ng');
      expect(before.get(ng)).toBe(72);
      await testModule.sql(
        `UPDATE exit_node SET enabled = false WHERE kind = 'datacenter' AND city_code = 'abuja'`,
      );
      const after = new Map(
        (await stock.countAvailable(43_200)).map((c) => [c.country_id, c.quantity]),
      );
      expect(after.get(ng)).toBe(48);
      expect(await pricing.listDatacenterOffers(60)).toEqual([]);
    });

    it('should list a country without stock as a country but not in the stock', async () => {
      const rw = await countryId('rw');
      await testModule.sql(
        `DELETE FROM stock_unit WHERE exit_node_id IN (SELECT id FROM exit_node WHERE country = 'rw')`,
      );
      expect((await stock.countAvailable(43_200)).some((c) => c.country_id === rw)).toBe(false);
      expect((await catalog.listDatacenterCountries()).some((c) => c.id === rw)).toBe(true);
    });
  });

  it('should sell only what a gateway served in the last two minutes', async () => {
    await testModule.sql(`
      INSERT INTO exit_node (kind, country, leave, local_address, gateway_group, upstream_url_encrypted)
      VALUES ('mobile', 'fj', 'local', '203.0.113.1', NULL, NULL),
             ('mobile', 'to', 'local', '203.0.113.1', 'lagos', NULL),
             ('mobile', 'ws', 'upstream', NULL, 'lagos', 'x'),
             ('mobile', 'ki', 'upstream', NULL, NULL, 'x'),
             ('datacenter', 'li', 'local', '203.0.113.2', NULL, NULL);
      INSERT INTO stock_unit (exit_node_id, address)
      SELECT id, unnest('{203.0.113.3,203.0.113.4,203.0.113.5}'::text[]) FROM exit_node WHERE country = 'li'`);
    const li = await countryId('li');
    const onSale = async () => {
      const pools = await catalog.listPoolCountries('mobile');
      const codes = pools.map(({ code }) => code);
      const stocked = (await stock.countAvailable(43_200)).find((c) => c.country_id === li);
      const listed = await catalog.listDatacenterCountries();
      return {
        // A simulated country is served by any gateway.
        mobile: codes.filter((code) => ['fj', 'gh', 'ki', 'to', 'ws'].includes(code)).sort(),
        stock: stocked?.quantity ?? 0,
        country: listed.some((c) => c.id === li),
      };
    };
    const everything = { mobile: ['fj', 'gh', 'ki', 'to', 'ws'], stock: 3, country: true };
    // No gateway has registered yet.
    expect(await onSale()).toEqual(everything);
    const register = (row: Parameters<typeof addGateway>[1]) =>
      addGateway((sql, values) => testModule.sql(sql, values), row);
    await register({ id: 'a' });
    expect(await onSale()).toEqual({ mobile: ['gh', 'ki'], stock: 0, country: false });
    await register({ id: 'b', region: 'lagos', addresses: ['203.0.113.1', '203.0.113.4'] });
    expect(await onSale()).toEqual({ ...everything, stock: 1 });
    // A restart takes nothing off sale.
    await register({
      id: 'b',
      region: 'lagos',
      addresses: ['203.0.113.1', '203.0.113.4'],
      silentFor: 110,
    });
    expect(await onSale()).toEqual({ ...everything, stock: 1 });
    const order = { country: 'ws', region: null, city: null, isp: null };
    await expect(catalog.resolveTargeting('mobile', order)).resolves.toEqual(order);
    await register({
      id: 'b',
      region: 'lagos',
      addresses: ['203.0.113.1', '203.0.113.4'],
      silentFor: 130,
    });
    expect(await onSale()).toEqual({ mobile: ['gh', 'ki'], stock: 0, country: false });
    await expect(catalog.resolveTargeting('mobile', order)).rejects.toMatchObject({
      details: { country: [expect.any(String)] },
    });
    await register({ id: 'a', silentFor: 130 });
    expect(await onSale()).toEqual({ mobile: [], stock: 0, country: false });
  });
});
