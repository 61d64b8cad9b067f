import type { Article, ArticleText } from 'virtual:articles';
import { readArticles } from '../../vite/articles.mjs';

/** In tests, what the build writes as `virtual:articles`. */
const all = readArticles();

export const articles: readonly Article[] = all.map(({ section, slug, title, summary, html }) => ({
  section,
  slug,
  title,
  summary,
  load: () => Promise.resolve({ default: html }),
}));

export const loadTexts = (): Promise<{ default: readonly ArticleText[] }> =>
  Promise.resolve({ default: all });
