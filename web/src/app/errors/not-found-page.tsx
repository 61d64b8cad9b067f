import { ButtonLink } from '@/components/ui/button';
import { usePageTitle } from '@/lib/use-page-title';
import { paths } from '@/lib/paths';
import styles from './error-page.module.css';

export default function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>Page not found</h1>
      <p>
        The address may be wrong, or the page has moved. Your wallet and proxies are not affected.
      </p>
      <div className={styles.actions}>
        <ButtonLink look="primary" to={paths.landing}>
          Back to Home
        </ButtonLink>
        <ButtonLink to={paths.dashboard}>Dashboard</ButtonLink>
      </div>
    </main>
  );
}
