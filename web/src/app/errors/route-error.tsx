import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ApiError } from '@/api/api-error';
import { PageSpinner } from '@/components/feedback/spinner';
import { ButtonAnchor, PlainButton } from '@/components/ui/button';
import { usePageTitle } from '@/lib/use-page-title';
import { paths } from '@/lib/paths';
import { isChunkError, canReload, reloadOnce } from '../chunk-recovery';
import styles from './error-page.module.css';

interface ErrorText {
  title: string;
  text: string;
}

function explain(error: unknown): ErrorText {
  if (!navigator.onLine) {
    return { title: 'You are offline', text: 'Connect to the internet and load this page again.' };
  }
  if (isChunkError(error)) {
    return {
      title: 'This page could not be loaded',
      text: 'The connection was lost, or a new version was just released. Please load the page again.',
    };
  }
  if (error instanceof ApiError)
    return { title: 'This page could not be loaded', text: error.message };
  return {
    title: 'Something went wrong on this page',
    text: 'This is our fault, and it charged you nothing. Your transactions show every charge.',
  };
}

/**
 * Try Again reloads, because a failed lazy import stays failed for the lifetime of the document.
 */
export function ScreenError() {
  const error = useRouteError();
  const { title, text } = explain(error);
  const [healing, setHealing] = useState(
    () => isChunkError(error) && navigator.onLine && canReload(),
  );
  usePageTitle(title);
  // The router has set the requested URL by now, so the reload opens it.
  useEffect(() => {
    if (healing && !reloadOnce()) setHealing(false);
  }, [healing]);
  if (healing) return <PageSpinner />;
  return (
    <div className={styles.page} role="alert">
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
    </div>
  );
}

/** For routes without a layout around them. */
export function RouteError() {
  return (
    <main id="main" tabIndex={-1}>
      <ScreenError />
    </main>
  );
}
