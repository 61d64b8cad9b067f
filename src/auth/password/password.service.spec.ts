import { DomainError } from '../../common/errors/domain-error';
import { PasswordService } from './password.service';

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
});
