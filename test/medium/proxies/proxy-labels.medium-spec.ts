import { useHttpTestApp, poolOrderBody, type Customer } from './http-test-app';

interface Labelled {
  id: number;
  note: string | null;
  tags: string[];
}

describe('Notes and tags of proxies', () => {
  const app = useHttpTestApp();
  let owner: Customer;
  let other: Customer;
  const ids: number[] = [];

  beforeAll(async () => {
    [owner, other] = [await app.signUp(), await app.signUp()];
    await app.fundWallet(owner, 100_000);
    for (let index = 0; index < 3; index++) {
      const { body } = await app.call('POST', '/proxies/buy', poolOrderBody, owner.headers);
      ids.push((body.data as unknown as { proxies: Labelled[] }).proxies[0]!.id);
    }
  });

  const put = (id: number, body: object, by = owner) =>
    app.call('PUT', `/user/proxies/${id}/labels`, body, by.headers);
  const list = async (query: string, by = owner) => {
    const { body } = await app.call('GET', `/user/proxies?${query}`, undefined, by.headers);
    return (body.data as unknown as { proxies: Labelled[] }).proxies.map(({ id }) => id).sort();
  };
  const tags = async (by = owner) => {
    const { body } = await app.call('GET', '/user/proxies/tags', undefined, by.headers);
    return (body.data as unknown as { tags: object[] }).tags;
  };

  it('should store what the owner writes, find it, and count tags', async () => {
    const [first, second] = ids as [number, number];
    const answer = await put(first, { note: ' Prices in Lagos ', tags: ['Shop', ' shop', 'QA'] });
    expect(answer.body.data).toMatchObject({
      proxy: { id: first, note: 'Prices in Lagos', tags: ['Shop', 'QA'] },
    });
    await put(second, { tags: ['shop'] });
    expect(await list('tag=SHOP')).toEqual([first, second]);
    expect(await list('tag=qa')).toEqual([first]);
    expect(await list('tag=sho')).toEqual([]);
    expect(await list('search=prices%20in')).toEqual([first]);
    expect(await list('search=sho')).toEqual([first, second]);
    // No pattern: the tag of somebody who likes percent signs.
    expect(await list('tag=%25')).toEqual([]);
    expect(await tags()).toEqual([
      { tag: expect.stringMatching(/^shop$/i) as string, count: 2 },
      { tag: 'QA', count: 1 },
    ]);
    // What is left out stays.
    expect((await put(first, { add_tags: ['SHOP', 'new'] })).body.data).toMatchObject({
      proxy: { note: 'Prices in Lagos', tags: ['Shop', 'QA', 'new'] },
    });
    expect((await put(first, { note: 'Other' })).body.data).toMatchObject({
      proxy: { note: 'Other', tags: ['Shop', 'QA', 'new'] },
    });
    await put(first, { note: null, tags: [] });
    expect(await tags()).toEqual([{ tag: 'shop', count: 1 }]);
  });

  it('should lose no tag when ten are added at the same time, and take no eleventh', async () => {
    const [first] = ids as [number];
    await put(first, { tags: ['same'] });
    const added = Array.from({ length: 10 }, (_, index) => put(first, { add_tags: [`t${index}`] }));
    const statuses = (await Promise.all(added)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(9).fill(200), 422]);
    const again = await put(first, { add_tags: ['SAME'] });
    expect([
      again.status,
      (again.body.data as unknown as { proxy: Labelled }).proxy.tags.length,
    ]).toEqual([200, 10]);
    await put(first, { tags: [] });
  });

  it('should be nothing to anybody else', async () => {
    const [first] = ids as [number];
    expect((await put(first, { tags: ['mine'] }, other)).status).toBe(404);
    await put(first, { tags: ['private'] });
    expect(await list('tag=private', other)).toEqual([]);
    expect(await tags(other)).toEqual([]);
  });

  it.each([
    [{ tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 'tags'],
    [{ tags: Array(51).fill('a') }, 'tags'],
    [{ add_tags: ['x'.repeat(33)] }, 'add_tags'],
    [{ tags: null }, 'tags'],
    [{ tags: ['x'.repeat(33)] }, 'tags'],
    [{ tags: 'shop' }, 'tags'],
    [{ tags: [7] }, 'tags'],
    [{ tags: [], note: 'x'.repeat(501) }, 'note'],
    [{ tags: [], colour: 'red' }, 'colour'],
  ])('should refuse %j', async (body, field) => {
    const { status, body: answer } = await put(ids[0]!, body);
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
  });

  it('should suspend and resume over HTTP, and renew while suspended', async () => {
    const path = `/user/proxies/${ids[2]!}`;
    const post = (action: string, body?: object) =>
      app.call('POST', `${path}/${action}`, body, owner.headers);
    const proxyOf = ({ body }: Awaited<ReturnType<typeof post>>) =>
      (body.data as unknown as { proxy: object }).proxy;
    const suspended = { status: 'suspended', suspended_by_owner: true };
    expect(proxyOf(await post('suspend'))).toMatchObject(suspended);
    expect((await post('suspend')).body.code).toBe('ALREADY_SUSPENDED');
    const renewed = await app.call(
      'POST',
      `${path}/renewal`,
      { gigabytes: 1 },
      {
        ...owner.headers,
        'idempotency-key': `renew-${ids[2]!}`,
      },
    );
    expect(renewed.status).toBe(201);
    expect(proxyOf(renewed)).toMatchObject(suspended);
    expect(proxyOf(await post('resume'))).toMatchObject({
      ...{ status: 'active', suspended_by_owner: false },
    });
    expect((await app.call('POST', `${path}/suspend`, undefined, other.headers)).status).toBe(404);
  });
});
