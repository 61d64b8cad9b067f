import { parseProxyList } from './proxy-list';

const ACCOUNT = { username: 'user', password: 'pa:ss' };
const PLAIN = { host: '203.0.113.7', port: 8000, username: 'user', password: 'pass' };

const readAll = (text: string, ...more: [('http' | 'socks5')?]) =>
  parseProxyList(text, 'auto', ...more);

describe('parseProxyList', () => {
  it.each([
    ['203.0.113.7:8000:user:pass', PLAIN],
    ['user:pass:203.0.113.7:8000', PLAIN],
    ['user:pass@203.0.113.7:8000', PLAIN],
    ['203.0.113.7:8000@user:pass', PLAIN],
    ['203.0.113.7,8000,user,pass', PLAIN],
    ['203.0.113.7 8000 user pass', PLAIN],
    ['203.0.113.7;8000;user;pass', PLAIN],
    ['http://user:pass@203.0.113.7:8000', { ...PLAIN, protocol: 'http' }],
    ['http://user:pass@203.0.113.7', { ...PLAIN, port: 80, protocol: 'http' }],
    ['socks5h://user:pa%3Ass@203.0.113.7:8000/', { ...PLAIN, ...ACCOUNT, protocol: 'socks5' }],
    ['203.0.113.7:8000:user:pa:ss', { ...PLAIN, ...ACCOUNT }],
    ['user:pa:ss@203.0.113.7:8000', { ...PLAIN, ...ACCOUNT }],
    ['user:p@ss@203.0.113.7:8000', { ...PLAIN, password: 'p@ss' }],
    ['[2001:DB8:0::7]:8000:user:pass', { ...PLAIN, host: '2001:db8::7' }],
    ['Proxy.Example.com:8000:user:pass', { ...PLAIN, host: 'proxy.example.com' }],
  ])('reads %s', (line, expected) => {
    expect(readAll(line)).toEqual({
      proxies: [expect.objectContaining({ protocol: null, ...expected, line: 1 })],
      malformed: [],
    });
  });

  it('reads the export of Webshare', () => {
    const { proxies, malformed } = readAll(
      'Proxy Address,Port,Username,Password,Country Code,City Name\n203.0.113.7,8000,user,"pa""s,s",DE,"Frankfurt"',
    );
    expect(malformed).toEqual([]);
    expect(proxies).toEqual([
      expect.objectContaining({
        ...PLAIN,
        password: 'pa"s,s',
        country: 'DE',
        city: 'Frankfurt',
        line: 2,
      }),
    ]);
  });

  it('reads the export of Proxy-Seller, with a port per protocol', () => {
    const text =
      'ip;port_http;port_socks;login;password;country;date_end\n203.0.113.7;50100;50101;user;pass;Germany;31.12.2026';
    const expected = { country: 'Germany', expiresAt: new Date('2026-12-31T00:00:00Z') };
    expect(readAll(text).proxies).toEqual([
      expect.objectContaining({ ...PLAIN, ...expected, port: 50100, protocol: 'http' }),
    ]);
    expect(readAll(text, 'socks5').proxies).toEqual([
      expect.objectContaining({ ...PLAIN, ...expected, port: 50101, protocol: 'socks5' }),
    ]);
  });

  it.each([
    ['2026-12-31', '2026-12-31T00:00:00Z'],
    ['2026-12-31 10:30', '2026-12-31T10:30:00Z'],
    ['2026-12-31T10:30:00+01:00', '2026-12-31T09:30:00Z'],
    ['31.12.2026 10:30:00', '2026-12-31T10:30:00Z'],
    ['1798712345', '2026-12-31T10:19:05Z'],
  ])('reads the end %s', (text, iso) => {
    const { proxies } = readAll(`ip,port,user,pass,expires\n203.0.113.7,80,user,pass,${text}`);
    expect(proxies[0]?.expiresAt).toEqual(new Date(iso));
  });

  it('skips empty lines and comments, and numbers the others as an editor does', () => {
    const text = '\uFEFF# of July\r\n\r\n203.0.113.7:8000:user:pass\r\nnonsense\r\n';
    const { proxies, malformed } = readAll(text);
    expect(proxies.map(({ line }) => line)).toEqual([3]);
    expect(malformed).toEqual([{ line: 4, reason: expect.any(String) as unknown }]);
  });

  it.each([
    ['203.0.113.7:8000', 'not an address'],
    ['203.0.113.7:70000:user:pass', 'port'],
    ['https://user:pass@203.0.113.7:8000', 'neither http nor socks5'],
    ['http://203.0.113.7:8000', 'missing'],
    [`203.0.113.7:8000:user:${'x'.repeat(256)}`, '255'],
    ['http://%zz:pass@203.0.113.7:8000', 'not an address'],
    ['203.0.113.7:8000:user:', 'missing'],
    [`ip,port,user,pass,expires\n203.0.113.7,80,user,secret-7,soon`, 'date'],
  ])('refuses %s without repeating it', (text, reason) => {
    const { proxies, malformed } = readAll(text);
    expect(proxies).toEqual([]);
    expect(malformed[0]?.reason).toContain(reason);
    expect(malformed[0]?.reason).not.toMatch(/secret-7|203\.0/);
  });

  it('takes a chosen format only', () => {
    const line = 'one.example:8000:two.example:9000';
    expect(parseProxyList(line, 'host_port_user_pass').proxies[0]?.host).toBe('one.example');
    expect(parseProxyList(line, 'user_pass_host_port').proxies[0]?.host).toBe('two.example');
    expect(parseProxyList(line, 'url').malformed).toHaveLength(1);
    expect(parseProxyList(line, 'user_pass_at_host_port').malformed).toHaveLength(1);
  });

  it('never throws on any text', () => {
    for (const text of [
      '@',
      ':::',
      '::::::',
      '[',
      '[]:1:2:3',
      'ip,port\n,',
      '://',
      '"',
      'a@b@c',
      '\0',
    ])
      expect(() => readAll(text)).not.toThrow();
  });
});
