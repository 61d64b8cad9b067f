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
    ['the reason it gives', { error: 'No such account.' }, 'No such account.'],
    ['a cancelled sign-in', { error: 'access_denied' }, 'You cancelled the Google sign-in.'],
    [
      'an outage',
      { error: 'temporarily_unavailable' },
      'Google did not answer. Please try again in a minute.',
    ],
    ['another code', { error: 'invalid_request' }, 'Google refused the sign-in. Please try again.'],
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
