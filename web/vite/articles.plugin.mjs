import { readArticles } from './articles.mjs';

const PREFIX = 'virtual:articles';

/**
 * Renders the Markdown of web/content when the app is built: a list of all articles, a chunk with the HTML of each,
 * and one with their texts for the search.
 */
export function articles() {
  return {
    name: 'articles',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const all = readArticles();
      const path = id.slice(PREFIX.length + 2);
      if (path === '') return writeList(all);
      if (path === 'search')
        return `export default ${JSON.stringify(all.map(({ section, slug, text }) => ({ section, slug, text })))};`;
      const article = all.find(({ section, slug }) => path === `${section}/${slug}`);
      return `export default ${JSON.stringify(article.html)};`;
    },
  };
}

const writeList = (all) => `
export const articles = [${all.map(
  ({ section, slug, title, summary }) =>
    `{...${JSON.stringify({ section, slug, title, summary })},load:()=>import('${PREFIX}/${section}/${slug}')}`,
)}];
export const loadTexts = () => import('${PREFIX}/search');`;
