import { isFlatMetadata } from './topup.dto';

describe('isFlatMetadata', () => {
  it.each([
    [{}],
    [{ user_id: 1, purpose: 'wallet_topup', amount: 5000, test: true, none: null }],
    [{ note: '₦ 😀' }],
  ])('should accept %j', (value) => expect(isFlatMetadata(value)).toBe(true));

  it.each([
    [null],
    ['text'],
    [[1]],
    [{ a: { b: 1 } }],
    [{ a: [1] }],
    [{ a: NaN }],
    [{ a: 'x\0' }],
    [{ a: '\ud800' }],
    [{ 'x\0': 1 }],
    [{ a: 'x'.repeat(2048) }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 1]))],
  ])('should refuse %j', (value) => expect(isFlatMetadata(value)).toBe(false));
});
