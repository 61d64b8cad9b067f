import { ProviderRefusal } from './provider-errors';

/** Login and password that staff entered as one key. @throws ProviderRefusal without a colon between them. */
export function splitLoginKey(key: string): { login: string; password: string } {
  const colon = key.indexOf(':');
  if (colon < 1 || colon === key.length - 1)
    throw new ProviderRefusal('Its key must be login and password with a colon between them.');
  return { login: key.slice(0, colon), password: key.slice(colon + 1) };
}
