type Idempotency = typeof import('./idempotency');

const MINUTE = 60_000;
const PATH = '/api/v1/proxies/buy';

/** A fresh instance of the module, as after a page load. */
function loadModule(): Idempotency {
  let module: Idempotency;
  jest.isolateModules(() => (module = jest.requireActual<Idempotency>('./idempotency')));
  return module!;
}

const keyOf = (page: Idempotency, body: string, now?: number) =>
  page.getPendingRequest(PATH, body, now).key;

describe('getPendingRequest', () => {
  beforeEach(() => sessionStorage.clear());

  it('should keep the key across reloads until the server has responded', () => {
    const first = keyOf(loadModule(), '{"a":1}');
    const page = loadModule();
    expect(keyOf(page, '{"a":1}')).toBe(first);
    expect(keyOf(page, '{"a":2}')).not.toBe(first);
    page.completeIntent(PATH, '{"a":1}');
    expect(keyOf(loadModule(), '{"a":1}')).not.toBe(first);
  });

  it('should repeat a request as first sent when only the expected price differs', () => {
    const sent = '{"a":1,"expected_total":4960}';
    const first = loadModule().getPendingRequest(PATH, sent);
    const page = loadModule();
    expect(page.getPendingRequest(PATH, '{"a":1,"expected_total":5270}')).toEqual(first);
    expect(first.body).toBe(sent);
    expect(keyOf(page, '{"a":2,"expected_total":4960}')).not.toBe(first.key);
    page.completeIntent(PATH, '{"a":1,"expected_total":5270}');
    const next = page.getPendingRequest(PATH, '{"a":1,"expected_total":5270}');
    expect(next.key).not.toBe(first.key);
    expect(next.body).toBe('{"a":1,"expected_total":5270}');
  });

  it('should not buy stock twice when only its price in dollars differs', () => {
    const page = loadModule();
    const path = '/api/v1/admin/supply/providers/3/purchases';
    expect(page.isMoneyCall('POST', path)).toBe(true);
    expect(page.isMoneyCall('POST', '/api/v1/admin/supply/stock/7/prolong')).toBe(true);
    expect(page.isMoneyCall('POST', '/api/v1/admin/supply/stock/7/prolong/quote')).toBe(false);
    const first = page.getPendingRequest(path, '{"a":1,"expected_total_usd":25}');
    expect(page.getPendingRequest(path, '{"a":1,"expected_total_usd":26}')).toEqual(first);
  });

  it('should expire the key after ten minutes', () => {
    const page = loadModule();
    const first = keyOf(page, '', 0);
    expect(keyOf(page, '', 10 * MINUTE - 1)).toBe(first);
    expect(keyOf(page, '', 10 * MINUTE)).not.toBe(first);
    expect(JSON.parse(sessionStorage.getItem('nairaproxy.intents')!)).toHaveLength(1);
  });

  it('should keep the key in memory when storage is unavailable', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const page = loadModule();
    expect(keyOf(page, '')).toBe(keyOf(page, ''));
    refuse.mockRestore();
  });

  it.each(['{oops', '7', '{"a":1}'])(
    'should create a new key when the stored value is %s',
    (stored) => {
      sessionStorage.setItem('nairaproxy.intents', stored);
      expect(keyOf(loadModule(), '')).toMatch(/^[0-9A-Z]{32}$/);
    },
  );

  it('should create a key on plain http, where crypto.randomUUID is missing', () => {
    const secure = globalThis.crypto;
    const insecure = { getRandomValues: secure.getRandomValues.bind(secure) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    expect(keyOf(loadModule(), '')).toMatch(/^[0-9A-Z]{32}$/);
    Object.defineProperty(globalThis, 'crypto', { value: secure, configurable: true });
  });
});
