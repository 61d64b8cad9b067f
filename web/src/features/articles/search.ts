import { articles, type Article, type ArticleText } from 'virtual:articles';

const MAX_RESULTS = 12;
const CONTEXT = 70;

export interface SearchResult {
  article: Article;
  excerpt: string;
}

const toWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

function cutExcerpt(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return text.slice(0, 2 * CONTEXT);
  const start = Math.max(0, at - CONTEXT);
  return `${start > 0 ? '…' : ''}${text.slice(start, at + CONTEXT)}…`;
}

/** Articles that contain every word, those with more of them in the title first. */
export function searchArticles(query: string, texts: readonly ArticleText[]): SearchResult[] {
  const words = toWords(query);
  if (words.length === 0) return [];
  return articles
    .flatMap((article) => {
      const text =
        texts.find(({ section, slug }) => section === article.section && slug === article.slug)
          ?.text ?? '';
      const title = article.title.toLowerCase();
      const all = `${title} ${text.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) return [];
      const rank = words.filter((word) => title.includes(word)).length;
      return [{ article, excerpt: cutExcerpt(text, words[0]!), rank }];
    })
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_RESULTS);
}
