import type { IncomingMessage } from 'node:http';
import { getClientRequestId, getRequestId } from './request-id';

const request = (given?: string | string[]) =>
  ({ headers: given === undefined ? {} : { 'x-request-id': given } }) as unknown as IncomingMessage;

describe('The id of a request', () => {
  it.each([undefined, 'a-well-formed-id-of-a-client', '5b2c9f9e-8f3c-4a52-9df0-3d4a0e3c2a11'])(
    'should be made by the server, given %s',
    (given) => {
      const incoming = request(given);
      const id = getRequestId(incoming);
      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(id).not.toBe(given);
      expect(incoming.id).toBe(id);
    },
  );

  it.each([
    ['a usual one', 'load-balancer:42/a.b', 'load-balancer:42/a.b'],
    ['special characters', 'a\r\nb \u001b[31m"{}', 'a??b???31m???'],
    ['a long one', 'x'.repeat(5_000), 'x'.repeat(64)],
    ['two', ['first', 'second'], 'first'],
    ['an empty one', '', undefined],
    ['none', undefined, undefined],
  ])("should be logged beside the client's, bounded and sanitized: %s", (_what, given, logged) => {
    expect(getClientRequestId(request(given))).toBe(logged);
  });
});
