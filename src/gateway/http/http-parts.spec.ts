import { toSubscriberKey } from '../client-connection';
import { isEchoPath } from '../sandbox/echo-tunnel';
import { basicCredentials } from './basic-credentials';
import { BodyFramer } from './body-framer';
import { MalformedMessage } from './message-head';
import { RequestHead } from './request-head';
import { parseAbsoluteForm, parseAuthority } from './request-target';

describe('RequestHead', () => {
  const head = (...fields: string[]) =>
    RequestHead.parse(['GET / HTTP/1.1', ...fields, ''].join('\r\n'));

  it('drops hop-by-hop fields and keeps order, case and repetition', () => {
    const lines = head(
      'Proxy-Authorization: Basic x',
      'proxy-connection: keep-alive',
      'Connection: close, X-Private',
      'X-Private: 1',
      'COOKIE: a',
      'Cookie: b',
      'TE: trailers',
      'Upgrade: h2c',
    ).endToEnd();
    expect(lines).toBe('COOKIE: a\r\nCookie: b\r\n');
  });

  it('keeps framing fields that Connection lists', () => {
    const lines = head('Connection: Content-Length, Host', 'Content-Length: 5', 'Host: h');
    expect(lines.endToEnd()).toBe('Content-Length: 5\r\nHost: h\r\n');
  });

  // spec: G7.4
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 5'],
    ['a list of lengths', 'Content-Length: 5, 5'],
    ['a signed length', 'Content-Length: +5'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['another coding', 'Transfer-Encoding: gzip, chunked'],
    ['an unknown coding', 'Transfer-Encoding: xchunked'],
    ['a form feed in the coding', 'Transfer-Encoding: \x0cchunked'],
    ['a space before the colon', 'Content-Length : 5'],
    ['a folded line', 'A: b\r\n Content-Length: 5'],
    ['a bare line feed', 'A: b\nContent-Length: 5'],
    ['a bare carriage return', 'A: b\rContent-Length: 5'],
    ['a null character', 'A: b\0'],
    ['a line without a name', ': 5'],
    ['a line without a colon', 'Content-Length'],
    ['a name with a non-ASCII letter', 'Content-Length\xe9: 5'],
  ])('refuses %s', (_what, fields) => {
    expect(() => head(fields)).toThrow(MalformedMessage);
  });

  it.each([
    'GET / HTTP/2.0',
    'GET / HTTP/1.1 ',
    'GET  / HTTP/1.1',
    'GET\t/ HTTP/1.1',
    'GET / x HTTP/1.1',
    'GET / http/1.1',
    'GET /\x00 HTTP/1.1',
    'G(T / HTTP/1.1',
    'GET /',
    '',
  ])('refuses the request line %p', (line) => {
    expect(() => RequestHead.parse(`${line}\r\n`)).toThrow(MalformedMessage);
  });

  it('refuses chunks in HTTP/1.0', () => {
    const text = 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n';
    expect(() => RequestHead.parse(text)).toThrow(MalformedMessage);
  });
});

describe('BodyFramer', () => {
  const chunked = () => BodyFramer.for(requestHead('Transfer-Encoding: chunked'), false);
  const requestHead = (field: string) => RequestHead.parse(`POST / HTTP/1.1\r\n${field}\r\n`);
  const GOOD = '4;a="b"\r\nWiki\r\n00A\r\n0123456789\r\n0\r\nX-Sum: 1\r\nY:\r\n\r\n';

  it('finds the end and the content of chunks, however they are split', () => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const framer = chunked();
      let [used, content] = [0, ''];
      const bytes = Buffer.from(`${GOOD}GET / HTTP/1.1`);
      for (let at = 0; at < bytes.length && !framer.isComplete; at += size)
        used += framer.consume(bytes.subarray(at, at + size), (part) => {
          content += part.toString();
        });
      expect([used, content, framer.isComplete]).toEqual([GOOD.length, 'Wiki0123456789', true]);
    }
  });

  // spec: G7.4
  it.each([
    'x\r\n',
    '\r\n',
    '-1\r\n',
    '0x4\r\nWiki\r\n',
    '4 \r\nWiki\r\n',
    '4\nWiki\r\n',
    '4\r\nWikix\r\n',
    '4\r\nWiki\n',
    '1000000000000\r\n',
    '4;a\nb\r\nWiki\r\n',
    `4;${'a'.repeat(2_000)}\r\n`,
    '0\r\n folded: 1\r\n\r\n',
    '0\r\nX-Sum 1\r\n\r\n',
    '0\r\n: 1\r\n\r\n',
    '0\r\nX: 1\n\r\n',
    `0\r\nX: ${'a'.repeat(20_000)}`,
  ])('refuses %p', (text) => {
    expect(() => chunked().consume(Buffer.from(text))).toThrow(MalformedMessage);
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
