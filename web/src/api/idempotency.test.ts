import { ada } from '@/testing/samples';
import { ApiError } from './api-error';

type Idempotency = typeof import('./idempotency');

const MINUTE = 60_000;
const PATH = '/api/v1/proxies/buy';

/** Fresh instances of the modules, as after a page load. */
function loadPage() {
  let page: Idempotency & Pick<typeof import('./session'), 'session'>;
  jest.isolateModules(() => {
    page = { ...jest.requireActual('./idempotency'), ...jest.requireActual('./session') };
  });
  return page!;
}

const keyOf = (page: Idempotency, body: string, now?: number) =>
  page.beginMoneyCall(PATH, body, now)!.key;

const refused = new ApiError({ status: 402, code: 'X', message: '' });

describe('beginMoneyCall', () => {
  beforeEach(() => sessionStorage.clear());

  it('should keep the key across reloads until the server has refused', () => {
    const first = keyOf(loadPage(), '{"a":1}');
    const page = loadPage();
    expect(keyOf(page, '{"a":1}')).toBe(first);
    expect(keyOf(page, '{"a":2}')).not.toBe(first);
    page.beginMoneyCall(PATH, '{"a":1}')!.fail(refused);
    expect(keyOf(loadPage(), '{"a":1}')).not.toBe(first);
  });

  it('should keep the key of an answered call across reloads until its result is shown', () => {
    const page = loadPage();
    const call = page.beginMoneyCall(PATH, '{"a":1}')!;
    const first = call.key;
    call.succeed({ message: 'Ready.', data: { proxies: [{ id: 47 }] } });
    const reloaded = loadPage();
    expect(reloaded.interruptedCalls.list()).toEqual([
      { path: PATH, message: 'Ready.', proxyIds: [47] },
    ]);
    reloaded.confirmAnswers();
    expect(keyOf(reloaded, '{"a":1}')).toBe(first);
    reloaded.interruptedCalls.dismiss();
    expect(reloaded.interruptedCalls.list()).toEqual([]);
    expect(keyOf(reloaded, '{"a":1}')).not.toBe(first);
    page.confirmAnswers();
    expect(loadPage().interruptedCalls.list()).toEqual([]);
    expect(keyOf(page, '{"a":1}')).not.toBe(first);
  });

  it('should tell nobody else what was bought', () => {
    const page = loadPage();
    page.session.start({ token: 't', user: ada });
    page.beginMoneyCall(PATH, '')!.succeed({});
    page.session.expire('t', '');
    expect(page.interruptedCalls.list()).toEqual([]);
    page.session.start({ token: 't', user: ada });
    expect(page.interruptedCalls.list()).toHaveLength(1);
    page.session.logout();
    expect(loadPage().interruptedCalls.get()).toEqual([]);
  });

  it('should repeat a request as first sent when only the expected price differs', () => {
    const sent = '{"a":1,"expected_total":4960}';
    const first = loadPage().beginMoneyCall(PATH, sent)!;
    const page = loadPage();
    const again = page.beginMoneyCall(PATH, '{"a":1,"expected_total":5270}')!;
    expect([again.key, again.body]).toEqual([first.key, sent]);
    expect(keyOf(page, '{"a":2,"expected_total":4960}')).not.toBe(first.key);
    again.fail(refused);
    const next = page.beginMoneyCall(PATH, '{"a":1,"expected_total":5270}')!;
    expect(next.key).not.toBe(first.key);
    expect(next.body).toBe('{"a":1,"expected_total":5270}');
  });

  it('should not renew twice when the renewal is only grouped with others', () => {
    const page = loadPage();
    const first = page.beginMoneyCall(PATH, '{"a":1,"expected_total":4960,"batch_id":"AAAAAAAA"}')!;
    const again = page.beginMoneyCall(PATH, '{"a":1,"expected_total":4960,"batch_id":"BBBBBBBB"}')!;
    expect([again.key, again.body]).toEqual([first.key, first.body]);
  });

  it('should not buy stock twice when only its price in dollars differs', () => {
    const page = loadPage();
    const path = '/api/v1/admin/supply/providers/3/purchases';
    const prolong = '/api/v1/admin/supply/stock/7/prolong';
    expect(page.beginMoneyCall(prolong, '')).not.toBeNull();
    expect(page.beginMoneyCall(`${prolong}/quote`, '')).toBeNull();
    const first = page.beginMoneyCall(path, '{"a":1,"expected_total_usd":25}')!;
    expect(page.beginMoneyCall(path, '{"a":1,"expected_total_usd":26}')!.key).toBe(first.key);
  });

  it('should expire the key after ten minutes', () => {
    const page = loadPage();
    const first = keyOf(page, '', 0);
    expect(keyOf(page, '', 10 * MINUTE - 1)).toBe(first);
    expect(keyOf(page, '', 10 * MINUTE)).not.toBe(first);
    expect(JSON.parse(sessionStorage.getItem('nairaproxy.intents')!)).toHaveLength(1);
  });

  it('should keep the key in memory when storage is unavailable', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const page = loadPage();
    expect(keyOf(page, '')).toBe(keyOf(page, ''));
    refuse.mockRestore();
  });

  it.each(['{oops', '7', '{"a":1}'])(
    'should create a new key when the stored value is %s',
    (stored) => {
      sessionStorage.setItem('nairaproxy.intents', stored);
      expect(keyOf(loadPage(), '')).toMatch(/^[0-9A-Z]{32}$/);
    },
  );

  it('should create a key on plain http, where crypto.randomUUID is missing', () => {
    const secure = globalThis.crypto;
    const insecure = { getRandomValues: secure.getRandomValues.bind(secure) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    expect(keyOf(loadPage(), '')).toMatch(/^[0-9A-Z]{32}$/);
    Object.defineProperty(globalThis, 'crypto', { value: secure, configurable: true });
  });
});
