import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useContext, useEffect, useRef } from 'react';
import { Link, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';
import { confirmAnswers, interruptedCalls, onAnswered, type Answer } from '@/api/idempotency';
import { session } from '@/api/session';
import { paths, proxyPath } from '@/lib/paths';
import { useStore } from '@/lib/store';
import styles from './app-shell.module.css';

const preloadNextPage = (handle: { loadNext?: () => Promise<unknown> } | undefined): void =>
  void handle?.loadNext?.().catch(() => undefined);

/**
 * Forgets the keys of answered calls that move money once what follows them stands on the screen: the page that they open,
 * or the same one with its data loaded again. Loads the code of that page while the call runs.
 */
export function AnsweredCallsHost() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const client = useQueryClient();
  useEffect(() => {
    if (!router) return;
    const check = (): void => {
      if (session.get() && router.state.navigation.state === 'idle' && client.isMutating() === 0)
        confirmAnswers();
    };
    // The callers of a call hear of its answer first, and then navigate.
    const checkLater = (): void => void setTimeout(check);
    const subscriptions = [
      router.subscribe(checkLater),
      onAnswered(checkLater),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        // The others come with every rendering of a component that has a mutation.
        if (type !== 'updated') return;
        checkLater();
        if (mutation.state.status === 'pending')
          router.state.matches.forEach(({ route }) => preloadNextPage(route.handle));
      }),
    ];
    checkLater();
    return () => subscriptions.forEach((unsubscribe) => unsubscribe());
  }, [router, client]);
  return null;
}

const isPurchase = ({ path, proxyIds }: Answer): boolean =>
  path.includes('/proxies/buy') && proxyIds.length > 0;

function Done({ answer }: { answer: Answer }) {
  const { message = 'Your last action went through.', proxyIds } = answer;
  if (!isPurchase(answer)) return message;
  const [id, ...more] = proxyIds;
  return (
    <>
      You just bought{' '}
      {more.length === 0 ? (
        <Link to={proxyPath(id!)}>#{id}</Link>
      ) : (
        <Link to={paths.proxyHistory}>{proxyIds.length} proxies</Link>
      )}
      .
    </>
  );
}

/** What was done when the page was reloaded, or the session ended, before it could show so. */
function InterruptedCalls() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useStore(interruptedCalls);
  useEffect(() => {
    if (pathname !== first.current) interruptedCalls.dismiss();
  }, [pathname]);
  const answers = interruptedCalls.list();
  if (answers.length === 0) return null;
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      className={styles.interrupted}
      title={answers.map((answer, index) => (
        <div key={index}>
          <Done answer={answer} />
        </div>
      ))}
      action={
        <Button size="small" onClick={interruptedCalls.dismiss}>
          {answers.every(isPurchase) ? 'Buy another' : 'OK'}
        </Button>
      }
    />
  );
}

/** Loaded after the screen. */
export default function AnsweredCalls() {
  return (
    <>
      <AnsweredCallsHost />
      <InterruptedCalls />
    </>
  );
}
