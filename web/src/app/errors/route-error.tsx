import { useRouteError } from 'react-router-dom';
import { ApiError } from '@/api/api-error';
import { ButtonAnchor, PlainButton } from '@/components/ui/button';
import { usePageTitle } from '@/lib/use-page-title';
import { paths } from '@/lib/paths';
import styles from './error-page.module.css';

interface Told {
  title: string;
  text: string;
}

const LOST_CHUNK = /dynamically imported module|module script failed|preload CSS/i;

function explain(error: unknown): Told {
  if (!navigator.onLine) {
    return { title: 'You are offline', text: 'Connect to the internet and load this page again.' };
  }
  if (error instanceof Error && LOST_CHUNK.test(error.message)) {
    return {
      title: 'This page could not be loaded',
      text: 'The connection broke off, or a new version has just been put online. Loading it again helps with both.',
    };
  }
  if (error instanceof ApiError)
    return { title: 'This page could not be loaded', text: error.message };
  return {
    title: 'Something broke on this page',
    text: 'The fault is ours. Nothing was charged by it: your wallet shows what was.',
  };
}

/** A reload, because a failed lazy import stays failed for as long as the document lives. */
export function RouteError() {
  const error = useRouteError();
  const { title, text } = explain(error);
  usePageTitle(title);
  return (
    <main id="main" tabIndex={-1} className={styles.page} role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      {error instanceof ApiError && error.requestId && (
        <p className={styles.code}>Request id: {error.requestId}</p>
      )}
      <div className={styles.actions}>
        <PlainButton look="primary" onClick={() => window.location.reload()}>
          Try Again
        </PlainButton>
        <ButtonAnchor href={paths.landing}>Back to Home</ButtonAnchor>
      </div>
    </main>
  );
}
