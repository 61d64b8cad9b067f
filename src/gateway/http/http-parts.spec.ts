import { toSubscriberKey } from '../client-connection';
import { isEchoPath } from '../net/echo-tunnel';
import { basicCredentials, parseAbsoluteForm, parseAuthority } from './http-proxy.handler';
import { BodyFramer } from './body-framer';
import {
  MalformedMessage,
  findRequestHead,
  RequestHead,
  findResponseHead,
  ResponseHead,
} from './message-heads';

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
        used += framer.consume(bytes.subarray(at, at + size), {
          onContent: (part) => void (content += part.toString()),
        });
      expect([used, content, framer.isComplete]).toEqual([GOOD.length, 'Wiki0123456789', true]);
    }
  });

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

describe('A response that is not framed as it should be', () => {
  const response = (...fields: string[]) =>
    ResponseHead.parse(['HTTP/1.1 200 OK', ...fields, ''].join('\r\n'));
  const written = (head: ResponseHead) => head.forClient('', false);

  it.each([
    ['blanks before the colon', 'X-A \t: 1', 'X-A: 1\r\n'],
    ['a line that ends with LF', 'A: 1\nB: 2', 'A: 1\r\nB: 2\r\n'],
    ['a folded line', 'A: 1\r\n \t2\r\nB: 3', 'A: 1 2\r\nB: 3\r\n'],
    ['a line without a colon', 'A: 1\r\nnonsense\r\nB: 2', 'A: 1\r\nB: 2\r\n'],
    ['a line without a name', ': 1\r\nB: 2', 'B: 2\r\n'],
    ['a name that is none', 'X Y: 1\r\nB: 2', 'B: 2\r\n'],
    ['one length twice', 'Content-Length: 5\r\nContent-Length: 5', 'Content-Length: 5\r\n'],
    ['one length as a list', 'Content-Length: 5, 5', 'Content-Length: 5\r\n'],
  ])('is passed on strictly: %s', (_what, fields, strict) => {
    const head = response(fields);
    expect(written(head)).toBe(`HTTP/1.1 200 OK\r\n${strict}\r\n`);
    expect(head.keepsAlive).toBe(false);
    expect(response(strict.trimEnd()).keepsAlive).toBe(true);
  });

  it('has no length beside chunks', () => {
    const head = response('Content-Length: 5', 'Transfer-Encoding: chunked', 'Content-Length: 7');
    expect([head.isChunked, head.contentLength, head.keepsAlive]).toEqual([true, undefined, false]);
  });

  it.each([
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: 5, 6',
    'Content-Length: five',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: xchunked\r\nContent-Length: 5',
    'A: b\rContent-Length: 5',
    'A: b\0',
  ])('is refused where user agents differ about it: %p', (fields) => {
    expect(() => response(fields)).toThrow(MalformedMessage);
  });

  it.each(['\r\n\r\n', '\n\n', '\r\n\n', '\n\r\n'])('has a head that ends with %p', (end) => {
    const head = `HTTP/1.1 200 OK\r\nA: 1${end}`;
    const bytes = Buffer.from(`${head}body\r\n\r\n`);
    for (let size = 0; size < head.length; size++)
      expect(findResponseHead(bytes.subarray(0, size), Math.max(0, size - 1))).toBeUndefined();
    expect(findResponseHead(bytes, 3)?.end).toBe(head.length);
    expect(written(ResponseHead.parse(findResponseHead(bytes, 0)!.text))).toContain('\r\nA: 1\r\n');
  });

  const STRICT = '4\r\nWiki\r\n5;a=b\r\npedia\r\n0\r\nX: 1\r\n\r\n';
  it.each([
    ['as it should be', STRICT, false],
    [
      'with blanks after its sizes',
      STRICT.replace('4', '4 \t').replace('5;', '5 ;').replace('0', '0  '),
      true,
    ],
    ['with lines that end with LF', STRICT.replace(/\r/g, ''), true],
  ])('has chunks: %s', (_what, text, isRepaired) => {
    for (const size of [1, 2, 3, 1_000]) {
      const framer = BodyFramer.for(response('Transfer-Encoding: chunked'), true);
      let [used, content, wire] = [0, '', ''];
      const bytes = Buffer.from(`${text}HTTP/1.1`);
      for (let at = 0; at < bytes.length && !framer.isComplete; at += size)
        used += framer.consume(bytes.subarray(at, at + size), {
          onContent: (part) => void (content += part.toString()),
          onWire: (part) => void (wire += part.toString()),
        });
      expect({ used, content, wire, isRepaired: framer.isRepaired }).toEqual({
        ...{ used: text.length, content: 'Wikipedia', wire: STRICT, isRepaired },
      });
    }
  });

  it.each(['4 4\r\nWiki\r\n', ' 4\r\nWiki\r\n', '4\r\nWikix\r\n', '\n', '0\r\nX\n: 1\r\n\r\n'])(
    'has no chunks that cannot be read in one way: %p',
    (text) => {
      const framer = BodyFramer.for(response('Transfer-Encoding: chunked'), true);
      expect(() => framer.consume(Buffer.from(text))).toThrow(MalformedMessage);
    },
  );
});

describe('What is wrong with a request', () => {
  const problem = (text: string) => {
    try {
      const found = findRequestHead(Buffer.from(text), 0);
      RequestHead.parse(found!.text);
    } catch (error) {
      const { message, status } = error as MalformedMessage;
      return `${status} ${message}`;
    }
    return undefined;
  };
  it.each([
    [`GET http://h/${'a'.repeat(40_000)}`, '414 The address is longer than 32 KiB.'],
    [
      `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(8_000)}`,
      '431 The header fields are longer than 32 KiB.',
    ],
    ['GET http://h/a b HTTP/1.1\r\n\r\n', '400 The address contains a blank: write it as %20.'],
    ['GET / HTTP/1.1\r\nA : b\r\n\r\n', '400 A header field of the request is malformed.'],
    ['GET / HTTP/1.1\nA: b', '400 The lines of a request end with CR LF.'],
    ['GET / HTTP/3\r\n\r\n', '400 The request is not HTTP/1.1 or HTTP/1.0.'],
    ['\x16\x03\x01', '400 The request is not HTTP/1.1 or HTTP/1.0.'],
    [
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n',
      '400 The request says twice how long it is. Send one Content-Length, or Transfer-Encoding: chunked.',
    ],
    [
      'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
      '400 The Content-Length of the request is no number.',
    ],
  ])('has a sentence of its own: %#', (text, expected) => expect(problem(text)).toBe(expected));

  it('costs little to find, whoever sends it', () => {
    const text = `GET http://h/${' a'.repeat(16_000)}\r\n\r\n`;
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) expect(problem(text)).toMatch(/^400 /);
    const { user, system } = process.cpuUsage(before);
    // With an expression that tries each blank with each other one: 4 s.
    expect((user + system) / 1000).toBeLessThan(1_000);
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
    ['ws://h.com/chat', 'h.com', 80, '/chat'],
    ['http://h.com:/x', 'h.com', 80, '/x'],
    ['http://[::1]:', '[::1]', 80, '/'],
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
