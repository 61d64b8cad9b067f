import type { AppConfig } from '../../config/app-config';
import { DomainError } from '../../common/errors/domain-error';
import type { SettingsService } from '../../settings/settings.service';
import { COMMON_PASSWORD_COUNT, PasswordPolicy } from './password-policy.service';

describe('PasswordPolicy', () => {
  const policy = new PasswordPolicy(
    { http: { appUrl: 'https://www.naija-gates.com.ng' } } as AppConfig,
    { current: () => Promise.resolve({ siteName: 'NairaProxy' }) } as unknown as SettingsService,
  );

  const refusal = async (password: string, min?: number): Promise<string | undefined> => {
    const about = { name: 'Ada Lovelace-Obi', email: 'ada.obi77@lagosmail.com' };
    try {
      await policy.assertAcceptable('password', password, about, min);
      return undefined;
    } catch (error) {
      return ((error as DomainError).details?.password as string[])[0];
    }
  };

  it.each(['short-1', ''])('should refuse fewer than 8 characters: %j', async (password) => {
    expect(await refusal(password)).toBe('Password must be at least 8 characters long');
  });

  it('should refuse more than 128 characters', async () => {
    expect(await refusal('ab'.repeat(65))).toBe('Password must be at most 128 characters long');
  });

  it.each([
    '12345678',
    'password',
    'Password123',
    'QWERTYUIOP',
    'iloveyou',
    'nigeria123',
    'P@ssw0rd',
    'samantha',
    'maverick',
    'steelers',
    'dimazarya',
  ])('should refuse %s as too common', async (password) => {
    expect(await refusal(password)).toBe(
      'This password is too common and easy to guess. Please choose another.',
    );
  });

  it.each([
    'Ada Lovelace-Obi',
    'ADA.OBI77@lagosmail.com',
    'ada.obi77@lagosmail.com1',
    'AdaLovelace1990!',
    'nairaproxy',
    'NairaProxy2026!',
    'naira-proxy-123',
    'naija-gates.com',
    'lagosmail-ada1',
  ])('should refuse the words of the user and of the site: %s', async (password) => {
    expect(await refusal(password)).toBe(
      'Your password must not be made of your name, your email or the name of this site. Please choose another.',
    );
  });

  it.each([
    'blue-kettle-on-a-hill',
    'Str0ng!Pass-phrase',
    'zXq81!mmT',
    'ada-walks-slowly',
    '~4829 1057 33',
  ])('should require no digits, capitals or symbols: %s', async (password) => {
    expect(await refusal(password)).toBeUndefined();
  });

  it('should accept six characters of a first password, unless it is common', async () => {
    expect(await refusal('kt-4h', 6)).toBe('Password must be at least 6 characters long');
    expect(await refusal('kt-4hl', 6)).toBeUndefined();
    expect(await refusal('Dragon', 6)).toMatch(/too common/);
  });

  it('should know the ten thousand most common passwords', () => {
    expect(COMMON_PASSWORD_COUNT).toBeGreaterThanOrEqual(10_000);
  });
});
