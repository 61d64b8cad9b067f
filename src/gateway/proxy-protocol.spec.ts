import { parseProxyHeader } from './proxy-protocol';

const SIGNATURE = [0x0d, 0x0a, 0x0d, 0x0a, 0, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a];
const v2 = (command: number, family: number, data: number[], length = data.length) =>
  Buffer.from([...SIGNATURE, command, family, length >> 8, length & 255, ...data]);
const TCP4 = [102, 89, 1, 2, 10, 0, 0, 1, 0x9c, 0x40, 0x0c, 0x38];
const ADDRESS6 = [0x20, 1, 0x0d, 0xb8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9];
const MAPPED = [...Array<number>(10).fill(0), 255, 255, 102, 89, 1, 2];
const ports = [0x9c, 0x40, 0x0c, 0x38];

describe('parseProxyHeader', () => {
  const VALID: [string, Buffer | string, string | undefined][] = [
    ['v1 TCP4', 'PROXY TCP4 102.89.1.2 10.0.0.1 40000 3128\r\n', '102.89.1.2'],
    ['v1 TCP6', 'PROXY TCP6 2001:DB8:1:2::9 ::1 65535 0\r\n', '2001:db8:1:2::9'],
    ['v1 TCP6, mapped', 'PROXY TCP6 ::ffff:102.89.1.2 ::1 1 2\r\n', '102.89.1.2'],
    ['v1 UNKNOWN', 'PROXY UNKNOWN\r\n', undefined],
    ['v1 UNKNOWN with more', `PROXY UNKNOWN ${'f'.repeat(91)}\r\n`, undefined],
    ['v2 TCP4', v2(0x21, 0x11, TCP4), '102.89.1.2'],
    ['v2 TCP4 with TLVs', v2(0x21, 0x11, [...TCP4, 4, 0, 3, 1, 2, 3]), '102.89.1.2'],
    ['v2 TCP6', v2(0x21, 0x21, [...ADDRESS6, ...ADDRESS6, ...ports]), '2001:db8:1:2::9'],
    ['v2 TCP6, mapped', v2(0x21, 0x21, [...MAPPED, ...ADDRESS6, ...ports]), '102.89.1.2'],
    ['v2 LOCAL', v2(0x20, 0, []), undefined],
    ['v2 LOCAL with an address', v2(0x20, 0x11, TCP4), undefined],
    ['v2 without a protocol', v2(0x21, 0, [1, 2, 3]), undefined],
  ];

  it.each(VALID)('should read %s', (_what, bytes, source) => {
    const header = Buffer.from(bytes);
    expect(parseProxyHeader(header)).toEqual({ length: header.length, source });
    // What follows belongs to the client.
    expect(parseProxyHeader(Buffer.concat([header, header]))?.length).toBe(header.length);
    for (let count = 0; count < header.length; count++)
      expect(parseProxyHeader(header.subarray(0, count))).toBeUndefined();
  });

  const address = 'TCP4 102.89.1.2 10.0.0.1';
  it.each<[string, Buffer | string]>([
    ['another protocol', 'GET http://example.com/ HTTP/1.1\r\n\r\n'],
    ['SOCKS5', Buffer.from([5, 1, 2])],
    ['a TLS handshake', Buffer.from([22, 3, 1, 2, 0, 1])],
    ['lower case', 'proxy TCP4 102.89.1.2 10.0.0.1 1 2\r\n'],
    ['a line that is too long', `PROXY UNKNOWN ${'f'.repeat(92)}\r\n`],
    ['a line without an end', `PROXY UNKNOWN ${'f'.repeat(93)}`],
    ['a bare line feed', `PROXY ${address} 1 2\n\r\n`],
    ['a carriage return inside', `PROXY ${address} 1 2\r\r\n`],
    ['two spaces', `PROXY  ${address} 1 2\r\n`],
    ['a space at the end', `PROXY ${address} 1 2 \r\n`],
    ['a missing port', `PROXY ${address} 1\r\n`],
    ['a port with a zero in front', `PROXY ${address} 01 2\r\n`],
    ['a port that is too large', `PROXY ${address} 1 65536\r\n`],
    ['a signed port', `PROXY ${address} +1 2\r\n`],
    ['another family', 'PROXY TCP5 102.89.1.2 10.0.0.1 1 2\r\n'],
    ['UDP', 'PROXY UDP4 102.89.1.2 10.0.0.1 1 2\r\n'],
    ['IPv6 as TCP4', 'PROXY TCP4 ::1 10.0.0.1 1 2\r\n'],
    ['IPv4 as TCP6', 'PROXY TCP6 102.89.1.2 ::1 1 2\r\n'],
    ['a wrong target', 'PROXY TCP4 102.89.1.2 10.0.0.256 1 2\r\n'],
    ['octets with a zero in front', 'PROXY TCP4 102.089.1.2 10.0.0.1 1 2\r\n'],
    ['a zone', 'PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n'],
    ['UNKNOWN run into another word', 'PROXY UNKNOWNX\r\n'],
    ['a broken signature', Buffer.from([...SIGNATURE.slice(0, 11), 0x0b])],
    ['version 1 in the binary form', v2(0x11, 0x11, TCP4)],
    ['version 3', v2(0x31, 0x11, TCP4)],
    ['an unknown command', v2(0x22, 0x11, TCP4)],
    ['UDP in the binary form', v2(0x21, 0x12, TCP4)],
    ['a Unix socket', v2(0x21, 0x31, Array<number>(216).fill(65))],
    ['too little for IPv4', v2(0x21, 0x11, TCP4.slice(1))],
    ['too little for IPv6', v2(0x21, 0x21, [...ADDRESS6, ...ADDRESS6, 0, 1, 2])],
  ])('should reject %s', (_what, bytes) => {
    expect(() => parseProxyHeader(Buffer.from(bytes))).toThrow('PROXY protocol');
  });
});
