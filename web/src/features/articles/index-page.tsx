import { Link, useLocation } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import { getSection, listArticles, SECTIONS, toPath } from './article';
import { ArticleSearch } from './article-search';
import styles from './articles.module.css';

/** The list of the help centre or of the developer docs. */
export default function IndexPage() {
  const section = getSection(useLocation().pathname);
  const { title, lead } = SECTIONS[section];
  usePageTitle(title);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <ArticleSearch>
        <ul className={styles.list}>
          {listArticles(section).map((article) => (
            <li key={article.slug}>
              <Link to={toPath(article)}>{article.title}</Link>
              <p>{article.summary}</p>
            </li>
          ))}
        </ul>
      </ArticleSearch>
      <p className={styles.more}>
        {section === 'help' ? (
          <>
            Not found? <Link to={paths.support}>Write to support</Link>, or read the{' '}
            <Link to={paths.docs}>developer docs</Link>.
          </>
        ) : (
          <>
            The <a href="/api/docs/customer">API reference</a> has every call with its fields. For
            everything else there is <Link to={paths.help}>help</Link>.
          </>
        )}
      </p>
    </main>
  );
}
