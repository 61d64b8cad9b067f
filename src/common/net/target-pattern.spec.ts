import { canonicalPattern, formatPorts, parsePorts } from './target-pattern';

describe('canonicalPattern', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['.example.com', '*.example.com'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['example。com', 'example.com'],
    ['0x08080808', '8.8.8.8'],
    ['8.8.2056', '8.8.8.8'],
    ['[::ffff:8.8.8.8]', '8.8.8.8'],
    ['2606:4700:0:0::1111', '2606:4700::1111'],
    ['8.8.8.200/24', '8.8.8.0/24'],
    ['8.8.8.200/27', '8.8.8.192/27'],
    ['8.8.8.8/32', '8.8.8.8'],
    ['2606:4700:4700::1111/32', '2606:4700::/32'],
    ['2606:4700:4fff::/35', '2606:4700:4000::/35'],
    ['::ffff:8.8.8.200/120', '8.8.8.0/24'],
    ['*.ru', '*.ru'],
    ['*', '*'],
  ])('reads %s as %s', (text, pattern) => {
    expect(canonicalPattern(text)).toBe(pattern);
    expect(canonicalPattern(pattern)).toBe(pattern);
  });

  it.each([
    '',
    '.',
    '*.',
    '*.*.example.com',
    'ex*mple.com',
    'https://example.com',
    'example.com:443',
    'user@example.com',
    'example.com/path',
    '*.8.8.8.8',
    '8.8.8.0/33',
    '0.0.0.0/0',
    '::/0',
    '8.8.8.8/',
    'exa mple.com',
    'fe80::1%eth0',
    `${'a'.repeat(64)}.com`,
  ])('rejects %p', (text) => {
    expect(canonicalPattern(text)).toBeUndefined();
  });
});

describe('parsePorts', () => {
  it.each([
    ['', ''],
    ['443', '443'],
    ['90-100, 25 80-89', '25,80-100'],
    ['1-65535', '1-65535'],
  ])('reads %p as %p', (text, ports) => {
    expect(formatPorts(parsePorts(text)!)).toBe(ports);
  });

  it.each(['0', '65536', '90-80', '-5', 'http', '1-2-3', '5-'])('rejects %p', (text) => {
    expect(parsePorts(text)).toBeUndefined();
  });

  it('takes 20 ranges at most', () => {
    const list = (length: number) => Array.from({ length }, (_, n) => 2 * n + 1).join();
    expect(parsePorts(list(20))).toHaveLength(20);
    expect(parsePorts(list(21))).toBeUndefined();
  });
});
