import { loadTexts, type ArticleText } from 'virtual:articles';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toPath } from './article';
import styles from './articles.module.css';
import { searchArticles } from './search';

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
