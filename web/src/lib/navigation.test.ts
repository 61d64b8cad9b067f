import { pageWindow } from './pager';
import { paths, signInPath } from './paths';
import { resetDependentFields } from './proxy-location';
import { safeRedirect } from './redirect';
import { topUpReference } from './top-up';

describe('the window of page buttons', () => {
  // spec: C2.49
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 3, 4, 5]],
    [3, 12, [1, 2, 3, 4, 5]],
    [4, 12, [2, 3, 4, 5, 6]],
    [11, 12, [8, 9, 10, 11, 12]],
    [12, 12, [8, 9, 10, 11, 12]],
  ])('on page %d of %d is %j', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});

describe('the way back after signing in', () => {
  it.each(['/wallet', '/wallet?status=success&reference=x', '/transactions#top'])(
    'may be %s',
    (path) => {
      expect(safeRedirect(path, '/dashboard')).toBe(path);
    },
  );

  it.each([
    null,
    '',
    '/',
    '/auth',
    '/auth?mode=register',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\u0009/evil.example',
  ])('is never %s', (path) => expect(safeRedirect(path, '/dashboard')).toBe('/dashboard'));

  it('travels encoded', () => {
    expect(signInPath('/transactions?a=1&b=2')).toBe(
      `${paths.auth}?redirectTo=%2Ftransactions%3Fa%3D1%26b%3D2`,
    );
    expect(signInPath('/')).toBe('/auth');
  });
});

describe('choosing a place', () => {
  // spec: C4.17
  it('resets what was chosen under the old one', () => {
    expect(resetDependentFields({ country: 'ng' })).toEqual({
      country: 'ng',
      region: 'zz',
      city: 'zz',
      isp: 'zz',
    });
    expect(resetDependentFields({ region: 'LA' })).toEqual({ region: 'LA', city: 'zz', isp: 'zz' });
    expect(resetDependentFields({ city: 'IKJ' })).toEqual({ city: 'IKJ', isp: 'zz' });
    expect(resetDependentFields({ isp: 'MTN' })).toEqual({ isp: 'MTN' });
  });
});

describe('a top-up reference', () => {
  // spec: C3.11
  it('is TOPUP, a timestamp and a random string in capitals', () => {
    expect(topUpReference(1_760_000_000_000)).toMatch(/^TOPUP_1760000000000_[0-9A-Z]{9}$/);
  });

  it('is never the same twice', () => {
    const made = Array.from({ length: 500 }, () => topUpReference(1));
    expect(new Set(made).size).toBe(500);
  });
});
