/** Parameters of the callback URL: a code to exchange for a session, or an error message. */
export type GoogleCallback =
  | { readonly kind: 'success'; readonly code: string; readonly name: string }
  | { readonly kind: 'failure'; readonly message: string };

export const AUTHENTICATION_FAILED = 'Authentication failed';
const INVALID_USER_DATA = 'Invalid user data received';
const MAX_MESSAGE_LENGTH = 200;

function readName(text: string | null): string | null {
  try {
    const user: unknown = JSON.parse(text ?? '');
    if (typeof user !== 'object' || user === null) return null;
    return 'name' in user && typeof user.name === 'string' ? user.name : '';
  } catch {
    return null;
  }
}

export function parseGoogleCallback(params: URLSearchParams): GoogleCallback {
  const error = params.get('error')?.trim().slice(0, MAX_MESSAGE_LENGTH);
  const code = params.get('token');
  if (error || params.get('success') !== 'true' || !code)
    return { kind: 'failure', message: error || AUTHENTICATION_FAILED };
  const name = readName(params.get('user'));
  return name === null
    ? { kind: 'failure', message: INVALID_USER_DATA }
    : { kind: 'success', code, name };
}
