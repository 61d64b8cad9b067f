import { ApiError, NETWORK_ERROR } from './api-error';
import { errorMessages } from './error-messages';

const error = (status: number, message: string, errors?: Record<string, unknown>) =>
  new ApiError({ status, code: 'X', message, errors });

describe('errorMessages', () => {
  it('should prefer the server’s message, then the caller’s fallback, then the default', () => {
    expect(errorMessages(error(500, 'It broke.'), { fallback: 'Area' })).toEqual(['It broke.']);
    expect(errorMessages(error(500, ''), { fallback: 'Area' })).toEqual(['Area']);
    expect(errorMessages(error(500, ''))).toEqual(['API request failed']);
    expect(errorMessages('odd')).toEqual(['API request failed']);
  });

  it('should return each message of a 422 separately', () => {
    expect(errorMessages(error(422, 'Invalid', { a: ['One.', 'Two.'], b: ['Three.'] }))).toEqual([
      'One.',
      'Two.',
      'Three.',
    ]);
  });

  it('should show the amounts and suggest a top-up when the balance is too low', () => {
    const errors = { required_amount: 5600, current_balance: 2000, shortfall: 3600 };
    expect(errorMessages(error(402, 'Insufficient wallet balance', errors))).toEqual([
      'Insufficient wallet balance\nRequired amount: ₦5,600\nCurrent balance: ₦2,000\nShortfall: ₦3,600\nPlease top up your wallet to continue',
    ]);
  });

  it('should use a separate message when no response arrives', () => {
    expect(errorMessages(error(0, NETWORK_ERROR))).toEqual([NETWORK_ERROR]);
    expect(errorMessages(error(0, NETWORK_ERROR), { thrown: 'Nothing was delivered.' })).toEqual([
      'Nothing was delivered.',
    ]);
  });
});
