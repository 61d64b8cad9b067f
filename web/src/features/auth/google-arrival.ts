/** What the callback page was opened with: a code to trade for a session, or the reason why not. */
export type GoogleArrival =
  | { readonly kind: 'code'; readonly code: string; readonly name: string }
  | { readonly kind: 'refused'; readonly message: string };

export const FAILED = 'Authentication failed';
const BAD_USER = 'Invalid user data received';
const LONGEST_MESSAGE = 200;

function readName(text: string | null): string | null {
  try {
    const user: unknown = JSON.parse(text ?? '');
    if (typeof user !== 'object' || user === null) return null;
    return 'name' in user && typeof user.name === 'string' ? user.name : '';
  } catch {
    return null;
  }
}

export function readArrival(params: URLSearchParams): GoogleArrival {
  const error = params.get('error')?.trim().slice(0, LONGEST_MESSAGE);
  const code = params.get('token');
  if (error || params.get('success') !== 'true' || !code)
    return { kind: 'refused', message: error || FAILED };
  const name = readName(params.get('user'));
  return name === null ? { kind: 'refused', message: BAD_USER } : { kind: 'code', code, name };
}
