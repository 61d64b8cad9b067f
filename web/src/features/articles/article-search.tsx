import { articles, type Article, type ArticleText, loadTexts } from 'virtual:articles';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toPath } from './article';
import styles from './articles.module.css';

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

/** Searches all articles in the browser; shows its children until something is typed. */
export function ArticleSearch({ children }: { children: ReactNode }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [texts, setTexts] = useState<readonly ArticleText[]>();
  const load = (): void => {
    if (!texts)
      loadTexts().then(
        ({ default: all }) => setTexts(all),
        () => setTexts([]),
      );
  };
  const results = texts && searchArticles(query, texts);
  const isSearching = query.trim() !== '';
  return (
    <>
      <div className={styles.search} role="search">
        <label htmlFor={id} className="visually-hidden">
          Search help and docs
        </label>
        <input
          id={id}
          type="search"
          value={query}
          placeholder="Search help and docs"
          autoComplete="off"
          onFocus={load}
          onChange={(event) => {
            load();
            setQuery(event.target.value);
          }}
        />
      </div>
      <p className="visually-hidden" role="status">
        {isSearching && results && `${results.length} articles found`}
      </p>
      {isSearching && results ? (
        results.length > 0 ? (
          <ul className={styles.list}>
            {results.map(({ article, excerpt }) => (
              <li key={toPath(article)}>
                <Link to={toPath(article)}>{article.title}</Link>
                <p>{excerpt}</p>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.none}>No article has all of these words. Try fewer words.</p>
        )
      ) : (
        children
      )}
    </>
  );
}
