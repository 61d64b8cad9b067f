import { parseGoogleCallback } from './google-callback-page';

const opened = (query: Record<string, string>) => parseGoogleCallback(new URLSearchParams(query));
const user = JSON.stringify({ name: 'Ada' });

describe('parsing the Google callback URL', () => {
  it('should return the code and the user’s name', () => {
    expect(opened({ success: 'true', token: 'one-time', user })).toEqual({
      kind: 'success',
      code: 'one-time',
      name: 'Ada',
    });
  });

  it.each([
    [
      'the reason it gives',
      { error: 'Google sign-in was cancelled' },
      'Google sign-in was cancelled',
    ],
    ['a reason beside a code', { success: 'true', token: 't', user, error: 'No' }, 'No'],
    ['no word of success', { token: 't', user }, 'Authentication failed'],
    ['no code', { success: 'true', user }, 'Authentication failed'],
    ['nothing at all', {}, 'Authentication failed'],
    [
      'a user that is no JSON',
      { success: 'true', token: 't', user: '{oops' },
      'Invalid user data received',
    ],
    [
      'a user that is none',
      { success: 'true', token: 't', user: '7' },
      'Invalid user data received',
    ],
    ['no user', { success: 'true', token: 't' }, 'Invalid user data received'],
  ])('should reject a URL with %s', (_what, query, message) => {
    expect(opened(query)).toEqual({ kind: 'failure', message });
  });
});
