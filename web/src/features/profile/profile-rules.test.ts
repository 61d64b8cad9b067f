import { NO_PASSWORDS, passwordProblems } from './profile-rules';

const values = (change: Partial<typeof NO_PASSWORDS>) => ({
  name: 'Ada',
  ...NO_PASSWORDS,
  ...change,
});

describe('changing a password', () => {
  it('is left alone while nothing is filled in', () =>
    expect(passwordProblems(values({}))).toEqual([]));

  // spec: C5.13
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
  ])('%j is answered with its message', (change, message) => {
    expect(passwordProblems(values(change)).flatMap(({ errors }) => errors)).toEqual([message]);
  });

  it('accepts three that fit', () => {
    const fitting = {
      old_password: 'old',
      new_password: 'long-enough',
      new_password_confirmation: 'long-enough',
    };
    expect(passwordProblems(values(fitting))).toEqual([]);
  });
});
