type Idempotency = typeof import('./idempotency');

const MINUTE = 60_000;
const PATH = '/api/v1/proxies/buy';

/** A fresh instance of the module, as after a page load. */
function loadModule(): Idempotency {
  let module: Idempotency;
  jest.isolateModules(() => (module = jest.requireActual<Idempotency>('./idempotency')));
  return module!;
}

describe('getIdempotencyKey', () => {
  beforeEach(() => sessionStorage.clear());

  it('should keep the key across reloads until the server has responded', () => {
    const first = loadModule().getIdempotencyKey(PATH, '{"a":1}');
    const page = loadModule();
    expect(page.getIdempotencyKey(PATH, '{"a":1}')).toBe(first);
    expect(page.getIdempotencyKey(PATH, '{"a":2}')).not.toBe(first);
    page.completeIntent(PATH, '{"a":1}');
    expect(loadModule().getIdempotencyKey(PATH, '{"a":1}')).not.toBe(first);
  });

  it('should expire the key after ten minutes', () => {
    const page = loadModule();
    const first = page.getIdempotencyKey(PATH, '', 0);
    expect(page.getIdempotencyKey(PATH, '', 10 * MINUTE - 1)).toBe(first);
    expect(page.getIdempotencyKey(PATH, '', 10 * MINUTE)).not.toBe(first);
    expect(JSON.parse(sessionStorage.getItem('nairaproxy.intents')!)).toHaveLength(1);
  });

  it('should keep the key in memory when storage is unavailable', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const page = loadModule();
    expect(page.getIdempotencyKey(PATH, '')).toBe(page.getIdempotencyKey(PATH, ''));
    refuse.mockRestore();
  });

  it.each(['{oops', '7', '{"a":1}'])(
    'should create a new key when the stored value is %s',
    (stored) => {
      sessionStorage.setItem('nairaproxy.intents', stored);
      expect(loadModule().getIdempotencyKey(PATH, '')).toMatch(/^[0-9A-Z]{32}$/);
    },
  );

  it('should create a key on plain http, where crypto.randomUUID is missing', () => {
    const secure = globalThis.crypto;
    const insecure = { getRandomValues: secure.getRandomValues.bind(secure) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    expect(loadModule().getIdempotencyKey(PATH, '')).toMatch(/^[0-9A-Z]{32}$/);
    Object.defineProperty(globalThis, 'crypto', { value: secure, configurable: true });
  });
});
