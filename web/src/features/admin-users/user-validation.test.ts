import { ApiError } from '@/api/api-error';
import {
  addedUserMessage,
  failureMessage,
  fundedWalletMessage,
  updatedUserMessage,
} from './user-messages';
import {
  ADD_REQUIRED,
  EDIT_REQUIRED,
  PASSWORD_SHORT,
  balanceAfterFunding,
  fundingError,
  validateEditedUser,
  validateNewUser,
  parseAmount,
} from './user-validation';

const values = { name: 'Ada', email: 'ada@example.com', password: 'secret', status: '', role: '' };

describe('adding a user', () => {
  // spec: A9.9
  it('takes a name, an address and six characters', () => {
    expect(validateNewUser(values)).toEqual({});
  });

  // spec: A5.2
  it.each(['name', 'email', 'password'] as const)('wants the %s, and spaces are none', (field) => {
    expect(validateNewUser({ ...values, [field]: '   ' })).toEqual({ [field]: ADD_REQUIRED });
  });

  // spec: A5.3
  it('counts the password without the spaces around it', () => {
    expect(validateNewUser({ ...values, password: ' 12345 ' })).toEqual({
      password: PASSWORD_SHORT,
    });
  });
});

describe('editing a user', () => {
  // spec: A5.4
  it('wants a name and an address, no password', () => {
    expect(validateEditedUser({ ...values, password: '' })).toEqual({});
    expect(validateEditedUser({ ...values, name: '', email: ' ' })).toEqual({
      name: EDIT_REQUIRED,
      email: EDIT_REQUIRED,
    });
  });
});

describe('funding a wallet', () => {
  // spec: A5.6
  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['₦ 25 000', 25_000],
    ['1000.5', null],
    ['1e3', null],
    ['-1000', null],
    ['', null],
  ])('reads %s as %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

  // spec: A5.6
  it.each([
    [null, 'Minimum funding amount is ₦1,000'],
    [999, 'Minimum funding amount is ₦1,000'],
    [1000, undefined],
    [1_000_000_000, undefined],
    [1_000_000_001, 'Maximum funding amount is ₦1,000,000,000'],
  ])('says of %s: %s', (amount, problem) => expect(fundingError(amount)).toBe(problem));

  // spec: A4.8
  it('previews the balance from the minimum on', () => {
    expect(balanceAfterFunding('500.00', 999)).toBeNull();
    expect(balanceAfterFunding('500.00', 1000)).toBe(1500);
    expect(balanceAfterFunding(null, 1000)).toBeNull();
  });
});

describe('what is told about a user', () => {
  // spec: A8.11, A8.12, A8.13
  it('names who added, what changed, and the money that moved', () => {
    expect(addedUserMessage('User added successfully!', 'Site Admin')).toBe(
      'User added successfully!\nCreated by Site Admin',
    );
    expect(updatedUserMessage('User updated successfully!', ['name', 'status'])).toBe(
      'User updated successfully!\nUpdated fields: name, status',
    );
    expect(
      fundedWalletMessage('Wallet funded successfully!', {
        user: { name: 'Ada', previous_balance: '500.00', new_balance: '5500.00' },
        transaction: { amount: 5000, reference: 'FUND-1' },
      }),
    ).toBe(
      'Wallet funded successfully!\nAmount: ₦5,000\nPrevious balance: ₦500\nNew balance: ₦5,500\nReference: FUND-1',
    );
  });

  // spec: A8.9
  it('puts the server’s words behind what failed', () => {
    const refused = new ApiError({ status: 409, code: 'X', message: 'Not now.' });
    const silent = new ApiError({ status: 500, code: 'X', message: '' });
    expect(failureMessage('Failed to delete user', refused)).toBe(
      'Failed to delete user: Not now.',
    );
    expect(failureMessage('Failed to delete user', silent)).toBe('Failed to delete user');
  });
});
