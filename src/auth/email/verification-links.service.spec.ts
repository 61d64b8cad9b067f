import { Clock, DAY, SECOND } from '../../common/time/clock';
import { loadConfig } from '../../config/app-config';
import type { VerificationLinkQuery } from './email.dto';
import { VerificationLinksService } from './verification-links.service';

class StoppedClock extends Clock {
  at = new Date('2026-03-01T12:00:00Z').getTime();
  override now(): Date {
    return new Date(this.at);
  }
}

describe('VerificationLinksService', () => {
  const env = { APP_URL: 'https://shop.example.com', APP_KEY: 'k'.repeat(32) };
  const ada = { id: 12, email: 'ada@example.com' };
  let clock: StoppedClock;
  let links: VerificationLinksService;
  let url: URL;
  let parts: Required<VerificationLinkQuery>;

  beforeEach(() => {
    clock = new StoppedClock();
    links = new VerificationLinksService(loadConfig(env), clock);
    url = new URL(links.createUrl(ada));
    const [, , id, hash] = url.pathname.split('/') as [string, string, string, string];
    parts = {
      id,
      hash,
      expires: url.searchParams.get('expires')!,
      signature: url.searchParams.get('signature')!,
    };
  });

  it('should link to the web route without personal data', () => {
    expect(url.origin).toBe('https://shop.example.com');
    expect(url.pathname).toMatch(/^\/verify-email\/12\/[\w-]{43}$/);
    expect([...url.searchParams.keys()]).toEqual(['expires', 'signature']);
    expect(url.href).not.toContain('ada');
  });

  it('should accept a link for a day', () => {
    expect(links.verify(ada, parts)).toBe('valid');
    clock.at += DAY - SECOND;
    expect(links.verify(ada, parts)).toBe('valid');
    clock.at += SECOND;
    expect(links.verify(ada, parts)).toBe('expired');
  });

  it('should ignore the case of the address', () => {
    expect(links.verify({ ...ada, email: 'ADA@example.com' }, parts)).toBe('valid');
  });

  it.each<[string, Partial<Record<keyof VerificationLinkQuery, string | undefined>>]>([
    ['a later expiry', { expires: '4102444800' }],
    ['a non-numeric expiry', { expires: 'Infinity' }],
    ['another fingerprint', { hash: 'A'.repeat(43) }],
    ['another signature', { signature: 'A'.repeat(43) }],
    ['no fingerprint', { hash: undefined }],
    ['no expiry', { expires: undefined }],
    ['no signature', { signature: undefined }],
    ['the fingerprint as its signature', { signature: 'hash' }],
  ])('should reject a link with %s', (_, change) => {
    const signature = change.signature === 'hash' ? parts.hash : change.signature;
    const touched = { ...parts, ...change, ...('signature' in change ? { signature } : {}) };
    expect(links.verify(ada, touched)).toBe('forged');
  });

  it('should reject a link of another user, another address or another key', () => {
    expect(links.verify({ ...ada, id: 13 }, parts)).toBe('forged');
    expect(links.verify({ ...ada, email: 'eve@example.com' }, parts)).toBe('forged');
    const elsewhere = new VerificationLinksService(
      loadConfig({ ...env, APP_KEY: 'o'.repeat(32) }),
      clock,
    );
    expect(elsewhere.verify(ada, parts)).toBe('forged');
  });
});
