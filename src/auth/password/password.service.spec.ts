import { DomainError } from '../../common/errors/domain-error';
import { PasswordService } from './password.service';
import { COMMON_PASSWORD_COUNT } from './password-policy';

describe('PasswordService', () => {
  const passwords = new PasswordService();

  it('should hash with Argon2id with the OWASP parameters and a random salt', async () => {
    const [one, two] = await Promise.all([
      passwords.hash('same-words'),
      passwords.hash('same-words'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(passwords.isOutdated(one)).toBe(false);
  });

  it('should verify the full password only', async () => {
    const long = 'x'.repeat(127);
    const stored = await passwords.hash(`${long}1`);
    expect(await passwords.matches(stored, `${long}1`)).toBe(true);
    expect(await passwords.matches(stored, `${long}2`)).toBe(false);
    expect(await passwords.matches(stored, '')).toBe(false);
  });

  it('should normalize Unicode before hashing', async () => {
    const stored = await passwords.hash('caf\u00e9-at-noon');
    expect(await passwords.matches(stored, 'cafe\u0301-at-noon')).toBe(true);
  });

  it('should not match without a stored hash', async () => {
    expect(await passwords.matches(null, '')).toBe(false);
    expect(await passwords.matches(null, 'anything')).toBe(false);
  });

  it('should compute the dummy hash again after the semaphore refused it', async () => {
    const busy = new PasswordService();
    const full = new DomainError('unavailable', 'TOO_BUSY', 'Later.');
    jest.spyOn(busy, 'hash').mockRejectedValueOnce(full);
    await expect(busy.matches(null, 'anything')).rejects.toBe(full);
    expect(await busy.matches(null, 'anything')).toBe(false);
  });

  it('should report a hash with other parameters as outdated', () => {
    const salt = 'c2FsdHNhbHRzYWx0c2FsdA';
    const digest = 'q4xpPUO4LAGvl6F1sCyNAhfnAzxCOdYQpzcXz2BxQ3Q';
    expect(passwords.isOutdated(`$argon2id$v=19$m=4096,t=3,p=1$${salt}$${digest}`)).toBe(true);
    expect(passwords.isOutdated(`$argon2i$v=19$m=19456,t=2,p=1$${salt}$${digest}`)).toBe(true);
  });

  const refusal = (password: string) => {
    try {
      passwords.assertNotGuessable('password', password, [
        'Ada Lovelace-Obi',
        'ada.obi@example.com',
      ]);
      return null;
    } catch (error) {
      return (error as DomainError).details;
    }
  };

  it.each([
    '12345678',
    'password',
    'Password123',
    'QWERTYUIOP',
    'iloveyou',
    'nigeria123',
    'P@ssw0rd',
  ])('should refuse %s as too common', (password) => {
    expect(refusal(password)).toEqual({
      password: ['This password is too common and easy to guess. Please choose another.'],
    });
  });

  it.each(['Ada Lovelace-Obi', 'ADA.OBI@example.com'])(
    'should refuse the user’s own name or email: %s',
    (password) => {
      expect(refusal(password)).toEqual({
        password: ['Your password must not be your name or email. Please choose another.'],
      });
    },
  );

  it.each(['blue-kettle-on-a-hill', 'Str0ng!Pass-phrase', 'zXq81!mmT', 'ada.obi@example.com1'])(
    'should require no digits, capitals or symbols: %s',
    (password) => {
      expect(refusal(password)).toBeNull();
    },
  );

  it('should contain at least the 3000 most common passwords', () => {
    expect(COMMON_PASSWORD_COUNT).toBeGreaterThanOrEqual(3000);
  });
});
