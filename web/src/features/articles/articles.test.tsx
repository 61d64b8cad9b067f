import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { paths } from '@/lib/paths';
import { serveApi } from '@/testing/api-server';
import { articles as listed, loadTexts } from '@/testing/articles';
import { openApp } from '@/testing/open-app';
import { readArticles } from '../../../vite/articles.mjs';
import { searchArticles } from './article-search';

const all = readArticles();
const addressOf = ({ section, slug }: { section: string; slug: string }) => `/${section}/${slug}`;
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, part]) => part!);

describe('the articles of help and docs', () => {
  it.each(all.map((article) => [addressOf(article), article] as const))(
    '%s links only to pages and headings that exist',
    (_address, { html }) => {
      const pages = new Set<string>([
        ...Object.values(paths),
        ...all.map(addressOf),
        '/api/docs/customer',
      ]);
      for (const link of found(html, /href="(?!https?:)([^"]+)"/g)) {
        const [page = '', anchor] = link.split('#');
        expect([...pages]).toContain(page.split('?')[0]);
        const target = all.find((article) => addressOf(article) === page);
        if (anchor) expect(found(target!.html, /<h\d id="([^"]+)"/g)).toContain(anchor);
      }
    },
  );

  it.each(all.map((article) => [addressOf(article), article] as const))(
    '%s has a summary, and each heading an address of its own',
    (_address, { summary, html }) => {
      expect(summary).toMatch(/^[A-Z].{30,}[.:]$/);
      const anchors = found(html, /<h\d id="([^"]*)"/g);
      expect(anchors).not.toContain('');
      expect(new Set(anchors).size).toBe(anchors.length);
    },
  );

  it('should find articles that have every word, those with it in their title first', async () => {
    const { default: texts } = await loadTexts();
    const search = (query: string) =>
      searchArticles(query, texts).map(({ article }) => article.slug);
    expect(search('webhooks')[0]).toMatch(/webhooks/);
    expect(search('QUOTA_EXCEEDED')).toContain('proxy-errors');
    expect(search('korapay pending')[0]).toBe('top-ups');
    expect(search('pending zebra')).toEqual([]);
    expect(search('  ')).toEqual([]);
    expect(listed).toHaveLength(all.length);
  });

  describe('in the browser', () => {
    serveApi();

    it('should lead from a search to an article that names this shop', async () => {
      const app = openApp('/help');
      await person.type(await screen.findByLabelText('Search help and docs'), 'curl browser');
      await person.click(await screen.findByRole('link', { name: 'How to connect' }));
      await waitFor(() => expect(app.url()).toBe('/help/how-to-connect'));
      expect(await screen.findByText(/USERNAME:PASSWORD@localhost:3128/)).toBeInTheDocument();
      expect(document.title).toBe('How to connect · NairaProxy');
    });

    it('should say when no article has all words', async () => {
      openApp('/docs');
      await person.type(await screen.findByLabelText('Search help and docs'), 'zebra');
      expect(await screen.findByText(/No article has all of these words/)).toBeInTheDocument();
    });
  });
});
