/** Text that parsers, validators, SQL, spreadsheets or mail servers are known to mishandle. */
export const HOSTILE_TEXTS = [
  ...['', ' ', '\t', '\n', '\0', 'a\0b', '\u0001', '\u007f', '\ufeff', '\u200b', '\u202eabc'],
  ...['\ud800', 'a\udc00', '\udc00\ud800', '\ud83d\ude00', 'e\u0301', '\uffff', '\u0130', 'ß'],
  ...['null', 'true', 'undefined', 'NaN', 'Infinity', '-1', '0', '1e9', '0x10', '1.5', '٣', '１'],
  ...["' OR 1=1 --", '%', '_', '\\', '%%%', '$1', '${x}', '{{x}}', '<script>', '=1+1', '../../etc'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\r\nX-Injected: 1'],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '-000001-01-01T00:00:00Z'],
  ...['294277-01-01', '2026-13-01T00:00:00Z', '4714-01-01 BC', 'infinity', 'now', 'today'],
  ...['9'.repeat(10), '2147483648', '9007199254740993', '9'.repeat(30), '9'.repeat(400)],
  ...['x'.repeat(101), 'x'.repeat(5_000), 'é'.repeat(2_000), '('.repeat(500), ','.repeat(500)],
];

/** Addresses at the edges of RFC 5321, 5322 and 6531. */
export const HOSTILE_EMAILS = [
  ...['"a b"@example.com', '"a\\"b"@example.com', '"<a@b>"@example.com', '"a@b"@example.com'],
  ...['ada@[127.0.0.1]', 'ada@[IPv6:::1]', 'ada@localhost', 'ada@exa_mple.com', 'ada@-a.com'],
  ...[
    'äda@example.com',
    'ada@exämple.com',
    'ada@xn--exmple-cua.com',
    '用户@例子.公司',
    'ada@İ.com',
  ],
  ...["o'hara+x/y=z@example.com", '.ada@example.com', 'a..b@example.com', 'ada@example.com.'],
  ...['ada@example.com\r\nBcc: b@example.com', 'ada@example.com, b@example.com', '"Ada" <a@b.co>'],
  ...[`${'a'.repeat(64)}@example.com`, `${'a'.repeat(65)}@example.com`],
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`,
];

/** JSON values of a wrong type, size or shape. */
export const HOSTILE_VALUES: unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, 0.1, 1e-7, 1e21, 1e308, 5e-324],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 100_000_000_000],
  ...[[], [[]], [null], {}, { toString: 1 }, { valueOf: 'x', toString: null }, { length: 3 }],
  { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: { k: {} } } } } } } } } } } },
  Array.from({ length: 1_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
];

/** Percent-encoded text that does not decode, or decodes to something odd. */
export const HOSTILE_ENCODINGS = [
  ...['%', '%Z', '%ZZ', '%00', '%C0%80', '%ED%A0%80', '%F0%9F', '%FF', '%2e%2e%2f', '%2F', '%252F'],
  ...[
    '..',
    '.',
    '*',
    '-1',
    '0',
    '1.0',
    '1e3',
    '00001',
    '2147483648',
    '9'.repeat(60),
    'x'.repeat(500),
  ],
];
