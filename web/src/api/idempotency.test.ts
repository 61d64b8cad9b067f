type Idempotency = typeof import('./idempotency');

const MINUTE = 60_000;
const PATH = '/api/v1/proxies/buy';

/** The module as a page that has just been loaded has it. */
function loaded(): Idempotency {
  let module: Idempotency;
  jest.isolateModules(() => (module = jest.requireActual<Idempotency>('./idempotency')));
  return module!;
}

describe('the key of an intent', () => {
  beforeEach(() => sessionStorage.clear());

  it('outlives a reload until the server has answered', () => {
    const first = loaded().getIdempotencyKey(PATH, '{"a":1}');
    const page = loaded();
    expect(page.getIdempotencyKey(PATH, '{"a":1}')).toBe(first);
    expect(page.getIdempotencyKey(PATH, '{"a":2}')).not.toBe(first);
    page.settleIntent(PATH, '{"a":1}');
    expect(loaded().getIdempotencyKey(PATH, '{"a":1}')).not.toBe(first);
  });

  it('is forgotten after ten minutes', () => {
    const page = loaded();
    const first = page.getIdempotencyKey(PATH, '', 0);
    expect(page.getIdempotencyKey(PATH, '', 10 * MINUTE - 1)).toBe(first);
    expect(page.getIdempotencyKey(PATH, '', 10 * MINUTE)).not.toBe(first);
    expect(JSON.parse(sessionStorage.getItem('nairaproxy.intents')!)).toHaveLength(1);
  });

  it('is kept by the page where the tab may not store anything', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const page = loaded();
    expect(page.getIdempotencyKey(PATH, '')).toBe(page.getIdempotencyKey(PATH, ''));
    refuse.mockRestore();
  });

  it.each(['{oops', '7', '{"a":1}'])('is new where %s was stored', (stored) => {
    sessionStorage.setItem('nairaproxy.intents', stored);
    expect(loaded().getIdempotencyKey(PATH, '')).toMatch(/^[0-9A-Z]{32}$/);
  });

  it('is made on a page that came by plain http, where browsers have no randomUUID', () => {
    const secure = globalThis.crypto;
    const insecure = { getRandomValues: secure.getRandomValues.bind(secure) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    expect(loaded().getIdempotencyKey(PATH, '')).toMatch(/^[0-9A-Z]{32}$/);
    Object.defineProperty(globalThis, 'crypto', { value: secure, configurable: true });
  });
});
