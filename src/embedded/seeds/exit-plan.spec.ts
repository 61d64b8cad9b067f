import { toPlaceCode, countryNames, COUNTRIES, planExits } from './exit-plan';

describe('toPlaceCode', () => {
  it.each([
    ['Lagos', 'lagos'],
    ['Ile-Ife', 'ile_ife'],
    ['AT&T', 'at_t'],
    ['São Paulo', 'sao_paulo'],
    ['Trøndelag', 'trondelag'],
    ['Łódź', 'lodz'],
    ['+Móvil', 'plusmovil'],
    ["Côte d'Ivoire", 'cote_d_ivoire'],
    ['İzmir', 'izmir'],
  ])('writes %s as %s', (name, code) => {
    expect(toPlaceCode(name)).toBe(code);
  });
});

describe('planExits', () => {
  const exits = planExits();

  it('covers more than fifty countries with every kind', () => {
    for (const kind of ['datacenter', 'residential', 'mobile']) {
      const countries = new Set(exits.filter((e) => e.kind === kind).map((e) => e.country));
      expect(countries.size).toBeGreaterThanOrEqual(50);
    }
  });

  it('gives every exit a unique name', () => {
    const names = exits.map((e) =>
      JSON.stringify([e.kind, e.country, e.region.code, e.city.code, e.isp?.code]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('uses codes that are valid in a gateway username', () => {
    const codes = exits.flatMap((e) => [
      e.region.code,
      e.city.code,
      ...(e.isp ? [e.isp.code] : []),
    ]);
    expect(codes.filter((code) => !/^[a-z0-9_]{1,64}$/.test(code))).toEqual([]);
  });

  it('sells the Nigerian carriers in Lagos', () => {
    const lagos = exits.filter(
      (e) => e.kind === 'mobile' && e.country === 'ng' && e.city.code === 'lagos',
    );
    expect(lagos.map((e) => e.isp?.name)).toEqual(['MTN', 'Airtel', 'Glo', '9mobile']);
  });
});

describe('countryNames', () => {
  const names = new Map(countryNames().map(({ code, name }) => [code, name]));

  it('covers ISO 3166-1 and uses the catalog names for offered countries', () => {
    expect(names.size).toBeGreaterThanOrEqual(249);
    expect(names.has('zz')).toBe(false);
    for (const { code, name } of COUNTRIES) expect(names.get(code)).toBe(name);
  });
});
