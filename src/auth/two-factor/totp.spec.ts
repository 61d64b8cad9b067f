import { base32, codeAt, otpauthUri, stepAt, stepOf } from './totp';

/** The SHA-1 secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('A time-based code', () => {
  // The RFC shows eight digits; ours are the last six of them.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i seconds is the one of RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, stepAt(at(seconds)))).toBe(code);
    expect(stepOf(SECRET, code, at(seconds))).toBe(stepAt(at(seconds)));
  });

  it('may be one step early or late, and no more', () => {
    const step = stepAt(at(1234567890));
    const now = at(1234567890);
    expect([-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeAt(SECRET, step + off), now))).toEqual(
      [null, step - 1, step, step + 1, null],
    );
  });

  it.each(['', '12345', '1234567', '28708２', 'abcdef'])('is not "%s"', (code) => {
    expect(stepOf(SECRET, code, at(59))).toBeNull();
  });
});

describe('A secret', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %s is written as RFC 4648 says', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('goes into the address that authenticator apps read', () => {
    expect(otpauthUri(SECRET, 'Naira: Proxy & Co', 'ada+1@example.com')).toBe(
      'otpauth://totp/Naira%20%20Proxy%20%26%20Co:ada%2B1%40example.com' +
        '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Naira%20%20Proxy%20%26%20Co' +
        '&algorithm=SHA1&digits=6&period=30',
    );
  });
});
