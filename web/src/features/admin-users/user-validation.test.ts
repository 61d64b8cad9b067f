import { ApiError } from '@/api/api-error';
import { validateRules } from '@/testing/form-rules';
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
  parseAmount,
  passwordRules,
  requiredRule,
} from './user-validation';

describe('rules of a new user', () => {
  it.each([
    [requiredRule(ADD_REQUIRED), 'Ada'],
    [requiredRule(ADD_REQUIRED), 'ada@example.com'],
    [passwordRules, 'secret'],
  ])('accept a name, an email and six characters', async (rules, value) => {
    expect(await validateRules([rules].flat(), value)).toEqual([]);
  });

  it.each([
    ['name', [requiredRule(ADD_REQUIRED)]],
    ['email', [requiredRule(ADD_REQUIRED)]],
    ['password', passwordRules],
  ])('require the %s, and white space alone does not count', async (_field, rules) => {
    expect(await validateRules(rules, '')).toEqual([ADD_REQUIRED]);
    expect(await validateRules(rules, '   ')).toEqual([ADD_REQUIRED]);
  });

  it('count the characters of the password without surrounding spaces', async () => {
    expect(await validateRules(passwordRules, ' 12345 ')).toEqual([PASSWORD_SHORT]);
  });
});

describe('rules of an edited user', () => {
  it('require a name and an email', async () => {
    const rules = [requiredRule(EDIT_REQUIRED)];
    expect(await validateRules(rules, 'Ada')).toEqual([]);
    expect(await validateRules(rules, '')).toEqual([EDIT_REQUIRED]);
    expect(await validateRules(rules, ' ')).toEqual([EDIT_REQUIRED]);
  });
});

describe('funding a wallet', () => {
  it.each([
    ['1000', 1000],
    ['1,000', 1000],
    ['₦ 25 000', 25_000],
    ['1000.5', null],
    ['1e3', null],
    ['-1000', null],
    ['', null],
  ])('parses %s as %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

  it.each([
    [null, 'Minimum funding amount is ₦1,000'],
    [999, 'Minimum funding amount is ₦1,000'],
    [1000, undefined],
    [1_000_000_000, undefined],
    [1_000_000_001, 'Maximum funding amount is ₦1,000,000,000'],
  ])('validates %s with the result %s', (amount, problem) =>
    expect(fundingError(amount)).toBe(problem),
  );

  it('previews the new balance from the minimum amount on', () => {
    expect(balanceAfterFunding('500.00', 999)).toBeNull();
    expect(balanceAfterFunding('500.00', 1000)).toBe(1500);
    expect(balanceAfterFunding(null, 1000)).toBeNull();
  });
});

describe('messages about users', () => {
  it('name the creator, the updated fields and the moved money', () => {
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

  it('append the message of the server to the failed action', () => {
    const error = new ApiError({ status: 409, code: 'X', message: 'Not now.' });
    const silent = new ApiError({ status: 500, code: 'X', message: '' });
    expect(failureMessage('Failed to delete user', error)).toBe('Failed to delete user: Not now.');
    expect(failureMessage('Failed to delete user', silent)).toBe('Failed to delete user');
  });
});
