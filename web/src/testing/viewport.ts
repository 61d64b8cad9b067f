/** Matches every min-width query in the tests of this file; the default viewport is narrow. */
export function mockWideViewport(): void {
  const narrow = window.matchMedia.bind(window);
  beforeAll(() => {
    window.matchMedia = (query) => ({
      ...narrow(query),
      matches: query.includes('min-width') || narrow(query).matches,
    });
  });
  afterAll(() => {
    window.matchMedia = narrow;
  });
}
