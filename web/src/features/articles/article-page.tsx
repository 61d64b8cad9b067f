import { Link, useLoaderData, useLocation } from 'react-router-dom';
import { useSiteConfig, useSupportEmail } from '@/api/site-config';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import { fillIn, getSection, SECTIONS, type LoadedArticle } from './article';
import styles from './articles.module.css';

function Body({ html }: { html: string }) {
  const gateway = useSiteConfig()?.gateway_address ?? `${window.location.hostname}:3128`;
  const supportEmail = useSupportEmail();
  const { origin } = window.location;
  // Rendered by our own build from the Markdown of this repository.
  const content = { __html: fillIn(html, { origin, gateway, supportEmail }) };
  return <div className={styles.body} dangerouslySetInnerHTML={content} />;
}

/** One article of the help centre or of the developer docs. */
export default function ArticlePage() {
  const loaded: LoadedArticle | null = useLoaderData();
  const section = getSection(useLocation().pathname);
  const title = loaded?.article.title ?? 'Article not found';
  usePageTitle(title);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Link to={paths[section]} className={styles.back}>
        <Icon name="arrowLeft" size={16} /> {SECTIONS[section].title}
      </Link>
      <h1>{title}</h1>
      {loaded ? (
        <Body html={loaded.html} />
      ) : (
        <p className={styles.lead}>It may have moved. All articles are listed there.</p>
      )}
      <p className={styles.more}>
        Still stuck? <Link to={paths.support}>Write to support</Link>; a person answers.
      </p>
    </main>
  );
}
