import { encodeBase32, generateTotpCode, createOtpauthUri, toTimeStep, findTimeStep } from './totp';

/** The SHA-1 secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('TOTP codes', () => {
  // The RFC shows eight digits; a six-digit code is their end.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('should match the test vector of RFC 6238 at %i seconds', (seconds, code) => {
    expect(generateTotpCode(SECRET, toTimeStep(at(seconds)))).toBe(code);
    expect(findTimeStep(SECRET, code, at(seconds))).toBe(toTimeStep(at(seconds)));
  });

  it('should be accepted one time step early or late, and no more', () => {
    const step = toTimeStep(at(1234567890));
    const now = at(1234567890);
    expect(
      [-2, -1, 0, 1, 2].map((off) =>
        findTimeStep(SECRET, generateTotpCode(SECRET, step + off), now),
      ),
    ).toEqual([null, step - 1, step, step + 1, null]);
  });

  it.each(['', '12345', '1234567', '28708２', 'abcdef'])('should not be "%s"', (code) => {
    expect(findTimeStep(SECRET, code, at(59))).toBeNull();
  });
});

describe('TOTP secrets', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('should be encoded as RFC 4648 requires (%s)', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('should appear in the otpauth URI, with every parameter explicit', () => {
    expect(createOtpauthUri(SECRET, 'Naira: Proxy & Co', 'ada+1@example.com')).toBe(
      'otpauth://totp/Naira%20%20Proxy%20%26%20Co:ada%2B1%40example.com' +
        '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Naira%20%20Proxy%20%26%20Co' +
        '&algorithm=SHA1&digits=6&period=30',
    );
  });
});
