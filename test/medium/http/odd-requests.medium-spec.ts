import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';

/** What browsers never send and strangers do. */
describe('An odd request', () => {
  let api: CustomerApi;
  let ada: Customer;

  beforeAll(async () => {
    api = await openCustomerApi();
    ada = await api.customer();
  });
  afterAll(() => api.close());

  const send = async (
    payload: string,
    type = 'application/json',
    path = '/profile/update-name',
  ) => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/v1${path}`,
      payload,
      headers: { 'content-type': type, authorization: `Bearer ${ada.token}` },
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };

  it.each([
    ['broken JSON', 400, '{', 'application/json'],
    ['an empty body that says it is JSON', 400, '', 'application/json'],
    ['JSON that reaches for a prototype', 400, '{"__proto__":{"a":1}}', 'application/json'],
    [
      'JSON that reaches for a constructor',
      400,
      '{"constructor":{"prototype":1}}',
      'application/json',
    ],
    ['a type nobody reads', 415, 'x', 'multipart/form-data; boundary=x'],
    ['a body without end', 413, JSON.stringify({ name: 'x'.repeat(300_000) }), 'application/json'],
  ])('is refused in the shape of every refusal: %s', async (_what, status, payload, type) => {
    expect(await send(payload, type)).toMatchObject({
      status,
      body: { success: false, code: expect.any(String), request_id: expect.any(String) },
    });
  });

  it('is refused in that shape too when its address cannot be read', async () => {
    expect(await send('{}', 'application/json', '/%ZZ')).toMatchObject({
      status: 400,
      body: { success: false, code: 'MALFORMED_REQUEST', request_id: expect.any(String) },
    });
  });
});
