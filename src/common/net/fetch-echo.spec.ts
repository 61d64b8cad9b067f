import { parseEcho } from './fetch-echo';

describe('parseEcho', () => {
  it.each([
    ['203.0.113.7\n', '203.0.113.7', null],
    ['2001:DB8::1', '2001:db8::1', null],
    ['{"ip":"::ffff:203.0.113.7"}', '203.0.113.7', null],
    ['{"origin":"203.0.113.7, 198.51.100.1"}', '203.0.113.7', null],
    ['{"query":"203.0.113.7","country":"Nigeria","countryCode":"NG"}', '203.0.113.7', 'ng'],
    ['{"ip":"198.18.0.1","country":"any"}', '198.18.0.1', null],
  ])('should read %s', (body, ip, country) => {
    expect(parseEcho(body)).toEqual({ ip, country });
  });

  it.each(['', '<html>', 'null', '{"ip":"localhost"}', '[]', '"203.0.113.7"'])(
    'should find no address in %s',
    (body) => {
      expect(parseEcho(body)).toBeNull();
    },
  );
});
