import { toSubscriberKey } from '../client-connection';
import { isEchoPath } from '../sandbox/echo-tunnel';
import { basicCredentials, endToEndHeaders } from './headers';
import { parseAbsoluteForm, parseAuthority } from './request-target';

describe('endToEndHeaders', () => {
  it('drops hop-by-hop headers and keeps order, case and repetition', () => {
    const raw = [
      ['Host', 'h'],
      ['Proxy-Authorization', 'Basic x'],
      ['proxy-connection', 'keep-alive'],
      ['Connection', 'close, X-Private'],
      ['X-Private', '1'],
      ['COOKIE', 'a'],
      ['Cookie', 'b'],
      ['TE', 'trailers'],
      ['Upgrade', 'h2c'],
    ].flat();
    expect(endToEndHeaders(raw)).toEqual([
      ['Host', 'h'],
      ['COOKIE', 'a'],
      ['Cookie', 'b'],
    ]);
  });

  it('keeps framing headers that Connection lists', () => {
    const raw = ['Connection', 'Content-Length, Host', 'Content-Length', '5', 'Host', 'h'];
    expect(endToEndHeaders(raw)).toEqual([
      ['Content-Length', '5'],
      ['Host', 'h'],
    ]);
  });
});

describe('basicCredentials', () => {
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  it.each([
    [basic('u:p'), { username: 'u', password: 'p' }],
    [basic('u:p:q').replace('Basic', 'bAsIc'), { username: 'u', password: 'p:q' }],
    [basic('u:'), { username: 'u', password: '' }],
    [basic('no colon'), undefined],
    ['Bearer abc', undefined],
    ['Basic', undefined],
    ['Basic !!!', undefined],
    [undefined, undefined],
  ])('parses %p', (header, expected) => expect(basicCredentials(header)).toEqual(expected));
});

describe('parseAbsoluteForm', () => {
  it.each([
    ['http://h.com', 'h.com', 80, '/'],
    ['HTTP://h.com:8080/a/../b?c=/#x', 'h.com', 8080, '/a/../b?c=/'],
    ['http://h.com?q', 'h.com', 80, '/?q'],
    ['http://user:pw@h.com/', 'h.com', 80, '/'],
    ['http://[::1]:3000/x', '[::1]', 3000, '/x'],
  ])('parses %s', (text, host, port, path) => {
    expect(parseAbsoluteForm(text)).toMatchObject({ host, port, path });
  });

  it.each(['/', '*', 'https://h.com/', 'http://', 'http:///x', 'http://h:port/', 'http://a@b@c/'])(
    'does not take %s',
    (text) => expect(parseAbsoluteForm(text)).toBeUndefined(),
  );

  it('rejects a CONNECT authority without a port', () => {
    expect(parseAuthority('h.com')).toBeUndefined();
    expect(parseAuthority('[::1]:443')).toEqual({ host: '[::1]', port: 443 });
    expect(parseAuthority('::1:443')).toBeUndefined();
  });
});

describe('isEchoPath', () => {
  it.each(['/sandbox/echo', '/sandbox/echo/', '/sandbox/echo?x=/api', '/sandbox/echo/a/b-c'])(
    'takes %s',
    (path) => expect(isEchoPath(path)).toBe(true),
  );
  it.each([
    '/',
    '/api/v1/wallet',
    '/sandbox/inbox',
    '/sandbox/echoes',
    '/sandbox/echo/../inbox',
    '/sandbox/echo/%2e%2e/inbox',
    '/sandbox/echo/..%2finbox',
    '/sandbox/echo\\..\\inbox',
    '/sandbox//echo',
    '//sandbox/echo',
    '/Sandbox/echo',
    'http://localhost/sandbox/echo',
    '/sandbox/echo;/../inbox',
    '/sandbox/echo\n/x',
  ])('rejects %s', (path) => expect(isEchoPath(path)).toBe(false));
});

describe('toSubscriberKey', () => {
  it.each([
    ['102.89.1.2', '102.89.1.2'],
    ['::ffff:102.89.1.2', '102.89.1.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    [undefined, ''],
  ])('maps %s to %s', (address, subscriber) => {
    expect(toSubscriberKey(address)).toBe(subscriber);
  });
});
