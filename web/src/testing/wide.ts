/** A screen wide enough for tables; what is set up before every test file is a narrow one. */
export function onAWideScreen(): void {
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
