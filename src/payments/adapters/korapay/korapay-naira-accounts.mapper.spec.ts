import { toNairaAccountLookup } from './korapay-naira-accounts.mapper';

const ACCOUNT = {
  account_number: '0123456789',
  account_name: 'Ada Obi',
  bank_name: 'Test Bank',
  account_status: 'active',
};
const lookUp = (status: number, body: unknown) =>
  toNairaAccountLookup({ kind: 'reply', status, body });
const found = (over: object) =>
  lookUp(200, { status: true, message: '', data: { ...ACCOUNT, ...over } });
const refused = { status: false, message: 'no', data: null };

describe('Lookups of accounts at Korapay', () => {
  it.each([{}, { account_status: undefined }, { account_status: 'ACTIVE' }])(
    'should find an account with %j',
    (over) => {
      expect(found(over)).toEqual({
        outcome: 'found',
        account: { number: '0123456789', name: 'Ada Obi', bankName: 'Test Bank' },
      });
    },
  );

  it.each([
    [{ account_status: 'inactive' }, 'the account is inactive'],
    [{ account_status: '<b>' }, 'an unreadable status'],
    [{ account_number: null }, 'no readable account number'],
    [{ account_number: '123' }, 'no readable account number'],
    [{ account_number: 123_456_789 }, 'no readable account number'],
  ])('should not use an account with %j', (over, reason) => {
    expect(found(over)).toEqual({ outcome: 'unusable', reason });
  });

  it.each([
    [200, { status: true, data: null }, 'unusable'],
    [400, refused, 'unusable'],
    [404, refused, 'missing'],
    [404, '<html>', 'unknown'],
    [200, '<html>', 'unknown'],
    [200, refused, 'unknown'],
    [401, refused, 'unknown'],
    [403, refused, 'unknown'],
    [408, refused, 'unknown'],
    [429, refused, 'unknown'],
    [503, refused, 'unknown'],
  ])('should read %d with %j as %s', (status, body, outcome) => {
    expect(lookUp(status, body).outcome).toBe(outcome);
  });

  it('should know nothing without a reply', () => {
    const reason = 'no answer in time';
    expect(toNairaAccountLookup({ kind: 'none', reason })).toEqual({ outcome: 'unknown', reason });
  });
});
