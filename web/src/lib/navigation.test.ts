import { pageWindow } from './pager';
import { paths, signInPath } from './paths';
import { resetDependentFields } from './proxy-location';
import { safeRedirect } from './redirect';
import { topUpReference } from '@/api/top-up-attempt';

describe('page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 3, 4, 5]],
    [3, 12, [1, 2, 3, 4, 5]],
    [4, 12, [2, 3, 4, 5, 6]],
    [11, 12, [8, 9, 10, 11, 12]],
    [12, 12, [8, 9, 10, 11, 12]],
  ])('on page %d of %d are %j', (current, last, pages) => {
    expect(pageWindow(current, last)).toEqual(pages);
  });
});

describe('the redirect after sign-in', () => {
  it.each(['/wallet', '/wallet?status=success&reference=x', '/transactions#top'])(
    'may lead to %s',
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
  ])('never leads to %s', (path) => expect(safeRedirect(path, '/dashboard')).toBe('/dashboard'));

  it('should be URL-encoded', () => {
    expect(signInPath('/transactions?a=1&b=2')).toBe(
      `${paths.auth}?redirectTo=%2Ftransactions%3Fa%3D1%26b%3D2`,
    );
    expect(signInPath('/')).toBe('/auth');
  });
});

describe('changing the location of a proxy', () => {
  it('should reset the fields that depend on the changed one', () => {
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

describe('top-up references', () => {
  it('should consist of TOPUP, a timestamp and a random string in capitals', () => {
    expect(topUpReference(1_760_000_000_000)).toMatch(/^TOPUP_1760000000000_[0-9A-Z]{9}$/);
  });

  it('should be unique', () => {
    const made = Array.from({ length: 500 }, () => topUpReference(1));
    expect(new Set(made).size).toBe(500);
  });
});
