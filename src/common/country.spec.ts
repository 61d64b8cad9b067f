import { findCountryOf } from './country';

describe('findCountryOf', () => {
  it('should know the country of public addresses', async () => {
    expect(await findCountryOf('8.8.8.8')).toBe('us');
    expect(await findCountryOf('105.112.0.1')).toBe('ng');
    expect(await findCountryOf('2a00:1450:4001::1')).not.toBeNull();
  });

  it.each(['127.0.0.1', '198.18.0.1', '::1', 'no address'])(
    'should know none of %s',
    async (ip) => {
      expect(await findCountryOf(ip)).toBeNull();
    },
  );
});
