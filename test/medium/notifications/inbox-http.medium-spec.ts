import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';

interface Inbox {
  notifications: { id: number; title: string; read_at: string | null }[];
  unread_count: number;
  pagination: { total: number; current_page: number; last_page: number; per_page: number };
}

describe('The inbox of a customer', () => {
  let api: CustomerApi;
  beforeAll(async () => {
    api = await openCustomerApi();
  });
  afterAll(() => api.close());

  /** Unread messages with the titles 1, 2, 3 … @returns their ids. */
  const fill = async ({ id }: Customer, count: number): Promise<number[]> => {
    const rows = await api.sql<{ id: string }>(
      `INSERT INTO inbox_message (user_id, kind, title, text, link)
       SELECT $1, 'expiry', n, 'It expires soon.', '/proxyhistory/' || n FROM generate_series(1, $2::int) n
       RETURNING id`,
      [id, count],
    );
    return rows.map((row) => Number(row.id));
  };
  const list = async ({ token }: Customer, query = ''): Promise<Inbox> => {
    const { status, body } = await api.call('GET', `/user/notifications${query}`, { token });
    expect(status).toBe(200);
    return body.data as unknown as Inbox;
  };
  const unreadOf = async (customer: Customer) =>
    (await list(customer)).notifications
      .filter((message) => message.read_at === null)
      .map(({ title }) => title);
  const markRead = ({ token }: Customer, body?: object) =>
    api.call('POST', '/user/notifications/read', { token, body });

  it('should list the own messages in pages, newest first, and count the unread', async () => {
    const [ada, eve] = [await api.customer(), await api.customer('Eve')];
    const [first] = await fill(ada, 25);
    await fill(eve, 2);
    const { notifications, unread_count, pagination } = await list(ada);
    expect(notifications.map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
    expect([unread_count, pagination]).toEqual([
      25,
      expect.objectContaining({ total: 25, current_page: 1, last_page: 2, per_page: 20 }),
    ]);
    const last = await list(ada, '?page=3&per_page=12');
    expect(last.notifications).toEqual([
      {
        ...{ id: first, kind: 'expiry', title: '1', text: 'It expires soon.' },
        ...{ link: '/proxyhistory/1', created_at: expect.any(String), read_at: null },
      },
    ]);
    expect((await list(eve)).pagination.total).toBe(2);
    expect(await list(await api.customer())).toMatchObject({ notifications: [], unread_count: 0 });
  });

  it('should mark the given messages as read, and keep when', async () => {
    const ada = await api.customer();
    const [one, , three] = await fill(ada, 3);
    const answer = await markRead(ada, { ids: [one, three] });
    expect([answer.status, answer.body.data]).toEqual([200, { unread_count: 1 }]);
    expect(await unreadOf(ada)).toEqual(['2']);
    const before = await list(ada);
    await markRead(ada, { ids: [one] });
    expect(await list(ada)).toEqual(before);
    expect((await markRead(ada, { ids: [] })).body.data).toEqual({ unread_count: 1 });
  });

  it('should mark all messages as read without ids, and later ones not', async () => {
    const ada = await api.customer();
    await fill(ada, 30);
    expect((await markRead(ada)).body.data).toEqual({ unread_count: 0 });
    await fill(ada, 1);
    expect(await list(ada)).toMatchObject({ unread_count: 1, pagination: { total: 31 } });
    expect((await markRead(ada, {})).body.data).toEqual({ unread_count: 0 });
  });

  it('should change nothing of others', async () => {
    const [ada, eve] = [await api.customer(), await api.customer('Eve')];
    const ids = await fill(ada, 2);
    await fill(eve, 1);
    expect((await markRead(eve, { ids })).body.data).toEqual({ unread_count: 1 });
    await markRead(eve);
    expect(await unreadOf(ada)).toEqual(['2', '1']);
  });

  it.each([{ ids: 'all' }, { ids: [0] }, { ids: [1.5] }, { ids: ['1'] }, { ids: null }])(
    'should refuse %j',
    async (body) => {
      const ada = await api.customer();
      await fill(ada, 1);
      expect((await markRead(ada, body)).status).toBe(422);
      expect(await unreadOf(ada)).toEqual(['1']);
    },
  );

  it('should be listed by a key with the read scope, and marked as read by none', async () => {
    const ada = await api.customer();
    await fill(ada, 1);
    const { body } = await api.call('POST', '/user/api-keys', {
      token: ada.token,
      body: { name: 'Bot', scopes: ['read'] },
    });
    const { key } = body.data as unknown as { key: string };
    expect((await list({ ...ada, token: key })).unread_count).toBe(1);
    expect((await markRead({ ...ada, token: key })).status).toBe(403);
    expect(await unreadOf(ada)).toEqual(['1']);
  });
});
