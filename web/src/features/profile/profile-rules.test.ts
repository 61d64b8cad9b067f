import { EMPTY_PASSWORDS, validatePasswordChange } from './personal-info';

const values = (change: Partial<typeof EMPTY_PASSWORDS>) => ({
  name: 'Ada',
  ...EMPTY_PASSWORDS,
  ...change,
});

describe('password change validation', () => {
  it('should accept empty fields', () => expect(validatePasswordChange(values({}))).toEqual([]));

  it.each([
    [{ new_password: 'long-enough' }, 'Please enter your current password'],
    [{ old_password: 'old' }, 'Please enter a new password'],
    [
      { old_password: 'old', new_password: 'long-enough', new_password_confirmation: 'other' },
      'New password and confirm password do not match',
    ],
    [
      { old_password: 'old', new_password: 'short', new_password_confirmation: 'short' },
      'New password must be at least 8 characters long',
    ],
  ])('should reject %j with its message', (change, message) => {
    expect(validatePasswordChange(values(change)).flatMap(({ errors }) => errors)).toEqual([
      message,
    ]);
  });

  it('should accept three valid passwords', () => {
    const fitting = {
      old_password: 'old',
      new_password: 'long-enough',
      new_password_confirmation: 'long-enough',
    };
    expect(validatePasswordChange(values(fitting))).toEqual([]);
  });
});
