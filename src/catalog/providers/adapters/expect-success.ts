import { toObject, toText } from './answers';
import { ProviderRefusal, ProviderSilence } from './provider-errors';
import type { ProviderAnswer } from './provider-http';

/**
 * The JSON of an answer of an API that uses the statuses of HTTP.
 * @param secret what the account is known by, such as "the API key".
 * @throws ProviderRefusal for 4xx; ProviderSilence for any other status.
 */
export function expectSuccess({ status, json }: ProviderAnswer, secret: string): unknown {
  if (status >= 200 && status < 300) return json;
  if (status >= 400 && status < 500) throw new ProviderRefusal(toReason(status, json, secret));
  throw new ProviderSilence(`It answered with status ${status}.`);
}

function toReason(status: number, json: unknown, secret: string): string {
  if (status === 401) return `It refuses ${secret}.`;
  const { detail, message, error } = toObject(json);
  const said = toText(detail) ?? toText(message) ?? toText(error);
  return said ? `It refuses: ${said.slice(0, 200)}` : `It refuses with status ${status}.`;
}
