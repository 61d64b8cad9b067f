import { listPages } from '../../pages/list-pages.mjs';

describe('the HTML files of the pages', () => {
  const pages = listPages();

  it('should be one for each path', () => {
    const files = pages.map(({ file }) => file);
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
    expect(files).toContain('pages/proxyhistory.html');
  });

  it('should have titles, of which only that of the landing page is the site’s', () => {
    expect(pages.filter(({ title }) => !title).map(({ path }) => path)).toEqual(['/']);
  });

  it('should say that there is no such article below help and docs', () => {
    expect(pages.filter(({ notFound }) => notFound)).toMatchObject([
      { path: '/help/*', title: 'Article not found' },
      { path: '/docs/*', title: 'Article not found' },
    ]);
  });
});
