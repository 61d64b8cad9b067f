import { ApiServer, nextRound } from './api-server';

describe('the server of the tests', () => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.reset());

  it('neither counts nor answers what the test before has asked for', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on('GET /held', async () => {
      await held;
      return {};
    });
    const heard: string[] = [];
    const ask = (path: string) => fetch(path).then(() => heard.push(path));
    void ask('/held');
    while (api.calls('GET /held').length === 0) await ask('/meanwhile');
    void ask('/on-its-way');
    nextRound();
    api.reset();
    heard.length = 0;
    release();
    // By the same ways and later: nothing of before can still be under way.
    for (let turn = 0; turn < 10; turn += 1) await ask('/new');
    expect(new Set(heard)).toEqual(new Set(['/new']));
    expect(new Set(api.received.map(({ path }) => path))).toEqual(new Set(['/new']));
  });

  it('hands on what it is told to answer, with status, headers and body', async () => {
    api.on('GET /told', { status: 418, headers: { 'X-Kind': 'pot' }, body: 'tea' });
    const answer = await fetch('/told');
    expect([answer.status, answer.headers.get('x-kind'), await answer.text()]).toEqual([
      418,
      'pot',
      'tea',
    ]);
    api.on('GET /nothing', { status: 204, body: '' });
    expect((await fetch('/nothing')).status).toBe(204);
  });
});
