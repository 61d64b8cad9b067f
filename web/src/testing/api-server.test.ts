import { ApiServer, ignoreEarlierRequests } from './api-server';

describe('ApiServer', () => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.reset());

  it('should ignore requests of the previous test', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    api.on('GET /held', async () => {
      await held;
      return {};
    });
    const completed: string[] = [];
    const send = (path: string) => fetch(path).then(() => completed.push(path));
    void send('/held');
    while (api.calls('GET /held').length === 0) await send('/meanwhile');
    void send('/on-its-way');
    ignoreEarlierRequests();
    api.reset();
    completed.length = 0;
    release();
    // Later requests over the same connections: no earlier one can still be pending.
    for (let turn = 0; turn < 10; turn += 1) await send('/new');
    expect(new Set(completed)).toEqual(new Set(['/new']));
    expect(new Set(api.received.map(({ path }) => path))).toEqual(new Set(['/new']));
  });

  it('should respond with the configured status, headers and body', async () => {
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
