/**
 * What `open` returns, opened before the first test of the file or `describe` and closed after the last. Its members can be
 * read from the first `beforeAll` on.
 */
export function useTestApp<T extends { close(): unknown }>(open: () => Promise<T>): T {
  let app: T;
  beforeAll(async () => void (app = await open()));
  afterAll(() => app.close());
  return new Proxy({} as T, {
    get: (_none, key) => {
      const value: unknown = Reflect.get(app, key);
      return typeof value === 'function' ? value.bind(app) : value;
    },
    set: (_none, key, value) => Reflect.set(app, key, value),
  });
}
