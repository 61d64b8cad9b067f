import { useRef, useState } from 'react';
import { ApiError } from '@/api/api-error';
import { useMessage } from '@/components/feedback/use-message';
import type { Proxy } from '../proxy';

interface Bulk {
  /** Past participle, such as "suspended". */
  done: string;
  proxies: readonly Proxy[];
  run: (proxy: Proxy) => Promise<unknown>;
}

/** Does the same to one proxy after the other, and says in the end what came of it. */
export function useBulk() {
  const message = useMessage();
  const isBusy = useRef(false);
  const [progress, setProgress] = useState<string | null>(null);
  const start = async ({ done, proxies, run }: Bulk): Promise<void> => {
    if (isBusy.current || proxies.length === 0) return;
    isBusy.current = true;
    const failures: string[] = [];
    for (const [index, proxy] of proxies.entries()) {
      setProgress(`${index + 1} of ${proxies.length}...`);
      try {
        await run(proxy);
      } catch (error) {
        const why = error instanceof ApiError ? error.message : 'The server did not answer.';
        failures.push(`#${proxy.id}: ${why}`);
      }
    }
    setProgress(null);
    isBusy.current = false;
    const count = proxies.length - failures.length;
    if (failures.length === 0) return void message.success(`${count} ${done}.`);
    message.error(`${count} ${done}, ${failures.length} not. ${failures[0]}`);
  };
  return { start, progress };
}
