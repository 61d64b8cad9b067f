import { NotSocks5, type Socks5Message, Socks5Reader } from './socks5-handshake';

const GREETING = Buffer.from([5, 2, 0, 2]);
const AUTH = Buffer.from([1, 4, ...Buffer.from('user'), 6, ...Buffer.from('secret')]);
const request = (type: number, address: number[], command = 1) =>
  Buffer.from([5, command, 0, type, ...address, 0x01, 0xbb]);
const NAME = request(3, [11, ...Buffer.from('example.com')]);

function readAll(chunks: Buffer[]): { messages: Socks5Message[]; rest: string } {
  const reader = new Socks5Reader();
  const messages: Socks5Message[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let m = messages.length < 3 ? reader.next() : undefined; m;) {
      messages.push(m);
      m = messages.length < 3 ? reader.next() : undefined;
    }
  }
  return { messages, rest: reader.takeRemaining().toString() };
}

const WHOLE = [
  { type: 'greeting', offersPassword: true, offersNone: true },
  { type: 'password', username: 'user', password: 'secret' },
  { type: 'request', host: 'example.com', port: 443 },
];

describe('Socks5Reader', () => {
  it('reads a handshake message by message', () => {
    expect(readAll([GREETING, AUTH, NAME])).toEqual({ messages: WHOLE, rest: '' });
  });

  it('reads a handshake byte by byte', () => {
    const bytes = [...Buffer.concat([GREETING, AUTH, NAME])].map((b) => Buffer.from([b]));
    expect(readAll(bytes)).toEqual({ messages: WHOLE, rest: '' });
  });

  it('reads a handshake in one chunk and keeps the bytes after it', () => {
    const all = Buffer.concat([GREETING, AUTH, NAME, Buffer.from('GET / HTTP/1.1')]);
    expect(readAll([all])).toEqual({ messages: WHOLE, rest: 'GET / HTTP/1.1' });
  });

  it.each([
    [1, [93, 184, 215, 14], '93.184.215.14'],
    [4, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], '2001:db8:0:0:0:0:0:1'],
    [3, [0], ''],
  ])('reads address type %d', (type, address, host) => {
    expect(readAll([GREETING, AUTH, request(type, address)]).messages[2]).toEqual({
      type: 'request',
      host,
      port: 443,
    });
  });

  it('reports that password authentication is not offered', () => {
    expect(readAll([Buffer.from([5, 1, 0])]).messages).toEqual([
      { type: 'greeting', offersPassword: false, offersNone: true },
    ]);
    expect(readAll([Buffer.from([5, 0])]).messages).toEqual([
      { type: 'greeting', offersPassword: false, offersNone: false },
    ]);
  });

  it('reads the request after the greeting where no password is asked for', () => {
    const reader = new Socks5Reader();
    reader.push(Buffer.concat([Buffer.from([5, 1, 0]), NAME]));
    expect(reader.next()).toMatchObject({ type: 'greeting', offersNone: true });
    reader.skipPassword();
    expect(reader.next()).toEqual({ type: 'request', host: 'example.com', port: 443 });
  });

  it('accepts empty names and passwords', () => {
    expect(readAll([GREETING, Buffer.from([1, 0, 0])]).messages[1]).toEqual({
      type: 'password',
      username: '',
      password: '',
    });
  });

  it.each([
    [2, 7],
    [9, 7],
  ])('rejects command %d with reply %d', (command, reply) => {
    const bad = request(1, [1, 1, 1, 1], command);
    expect(() => readAll([GREETING, AUTH, bad])).toThrow(
      expect.objectContaining({ socksReply: reply }),
    );
  });

  it('reads UDP ASSOCIATE', () => {
    const associate = request(1, [0, 0, 0, 0], 3);
    expect(readAll([GREETING, AUTH, associate]).messages[2]).toEqual({
      type: 'associate',
      host: '0.0.0.0',
      port: 443,
    });
  });

  it('rejects an unknown address type with reply 8', () => {
    expect(() => readAll([GREETING, AUTH, request(2, [1, 1, 1, 1])])).toThrow(
      expect.objectContaining({ socksReply: 8 }),
    );
  });

  it.each([
    [[Buffer.from([4, 1])]],
    [[GREETING, Buffer.from([5, 0])]],
    [[GREETING, AUTH, Buffer.from([1, 1])]],
  ])('throws NotSocks5 for other protocols', (chunks) => {
    expect(() => readAll(chunks)).toThrow(NotSocks5);
  });
});
