import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArticles } from '../vite/articles.mjs';

const LIST = fileURLToPath(new URL('pages.json', import.meta.url));

/** A path that ends in `/*` has a file of its own beside that of the path above it. */
const toFile = (path) =>
  `pages/${path.replace('*', 'any').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'index'}.html`;

/** The pages of pages.json with their files, and one for each article before what is not found in its section. */
export function listPages() {
  const articles = readArticles();
  return JSON.parse(readFileSync(LIST, 'utf8'))
    .pages.flatMap((page) =>
      page.articles
        ? [
            ...articles
              .filter(({ section }) => section === page.articles)
              .map(({ section, slug, title, summary }) => ({
                ...page,
                path: `/${section}/${slug}`,
                title,
                description: summary,
                indexed: true,
              })),
            { ...page, notFound: true },
          ]
        : [page],
    )
    .map((page) => ({ ...page, file: toFile(page.path) }));
}
