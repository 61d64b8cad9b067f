import { useRef, useState } from 'react';
import { errorMessage } from '@/api/error-messages';
import { useMessage } from '@/components/feedback/use-message';
import type { Proxy } from '../proxy';

interface Bulk {
  /** Past participle, such as "suspended". */
  done: string;
  proxies: readonly Proxy[];
  run: (proxy: Proxy) => Promise<unknown>;
}

/** What failed of an action on several proxies. */
export interface BulkReport {
  title: string;
  failures: readonly { id: number; reason: string }[];
}

const NO_ANSWER = { fallback: 'The server did not answer.', thrown: 'The server did not answer.' };

/** Does the same to one proxy after the other, and says in the end what came of it. */
export function useBulk() {
  const message = useMessage();
  const isBusy = useRef(false);
  const [progress, setProgress] = useState<string | null>(null);
  const [report, setReport] = useState<BulkReport | null>(null);
  const start = async ({ done, proxies, run }: Bulk): Promise<void> => {
    if (isBusy.current || proxies.length === 0) return;
    isBusy.current = true;
    const failures: { id: number; reason: string }[] = [];
    for (const [index, proxy] of proxies.entries()) {
      setProgress(`${index + 1} of ${proxies.length}...`);
      try {
        await run(proxy);
      } catch (error) {
        failures.push({ id: proxy.id, reason: errorMessage(error, NO_ANSWER) });
      }
    }
    setProgress(null);
    isBusy.current = false;
    const count = proxies.length - failures.length;
    if (failures.length === 0) return void message.success(`${count} ${done}.`);
    setReport({ title: `${count} ${done}, ${failures.length} not`, failures });
  };
  return { start, progress, report, closeReport: () => setReport(null) };
}
