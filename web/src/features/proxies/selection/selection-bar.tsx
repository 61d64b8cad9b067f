import { useRef, useState, lazy, Suspense } from 'react';
import { errorMessage } from '@/api/error-messages';
import { ApiError } from '@/api/api-error';
import { notify } from '@/components/feedback/notify';
import { type Proxy, getDisplayStatus, canResume, canSuspend } from '@/features/proxies/proxy';
import { Button, Select } from 'antd';
import { Icon } from '@/components/ui/icon';
import {
  useResumeProxy,
  useSetAutoRenew,
  useSetLabels,
  useSuspendProxy,
  useTestProxy,
} from '@/api/generated/proxies';
import { ActionMenu } from '@/components/ui/action-menu';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { getBoughtPackage } from '@/features/proxies/renewal/extension';
import { copyText } from '@/lib/clipboard';
import { saveFile } from '@/lib/download';
import { formatNumber } from '@/lib/number';
import {
  FORMATS,
  toListFile,
  toListText,
  type BuilderFormat,
  type Endpoint,
} from '@/features/proxies/page/list-format';
import { toEndpoint } from '@/features/proxies/connection';
import { toProxyUrl } from '@/lib/proxy-endpoint';
import styles from './selection-bar.module.css';
import { MAX_SELECTED } from './use-selection';

interface Bulk {
  /** Past participle, such as "suspended". */
  done: string;
  proxies: readonly Proxy[];
  /** Answers with the reason of a failure as text, or throws. */
  run: (proxy: Proxy) => Promise<unknown>;
}

/** What failed of an action on several proxies. */
export interface BulkReport {
  title: string;
  failures: readonly { id: number; reason: string }[];
}

const NO_ANSWER = { fallback: 'The server did not answer.', thrown: 'The server did not answer.' };

/** Repeats a request that comes too early, such as the 61st test within a minute. */
async function waitForLimit(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.retryAfter) throw error;
    const wait = error.retryAfter * 1000;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return run();
  }
}

/** Does the same to one proxy after the other, and says in the end what came of it. */
export function useBulk() {
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
        const reason = await waitForLimit(() => run(proxy));
        if (typeof reason === 'string') failures.push({ id: proxy.id, reason });
      } catch (error) {
        failures.push({ id: proxy.id, reason: errorMessage(error, NO_ANSWER) });
      }
    }
    setProgress(null);
    isBusy.current = false;
    const count = proxies.length - failures.length;
    if (failures.length === 0) return void notify.success(`${count} ${done}.`);
    setReport({ title: `${count} ${done}, ${failures.length} not`, failures });
  };
  return { start, progress, report, closeReport: () => setReport(null) };
}

const BulkReportDialog = lazy(() => import('./bulk-report-dialog'));
const TagDialog = lazy(() => import('./tag-dialog'));
const BulkRenewalDialog = lazy(() => import('./bulk-renewal-dialog'));

interface SelectionBarProps {
  /** In the order of the list. */
  proxies: readonly Proxy[];
  isFull: boolean;
  /** Of the list with its filters, on all pages. */
  total: number;
  onSelectAll: () => Promise<void>;
  onClear: () => void;
}

/** As the list of connections of one proxy has it. */
function toConnection(proxy: Proxy): Endpoint {
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return { ...endpoint, url: toProxyUrl(endpoint) };
}

const QUIET = { mutation: { meta: { quiet: true } } };

const count = (number: number, one = 'connection', more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;

/** What can be done with all chosen proxies. */
export default function SelectionBar({
  proxies,
  isFull,
  total,
  onSelectAll,
  onClear,
}: SelectionBarProps) {
  const [format, setFormat] = useState<BuilderFormat>('host_port_user_pass');
  const [dialog, setDialog] = useState<'renew' | 'suspend' | 'tag' | 'auto-renew'>();
  const [isSelecting, setSelecting] = useState(false);
  const close = () => setDialog(undefined);
  const { start, progress, report, closeReport } = useBulk();
  const suspend = useSuspendProxy(QUIET);
  const resume = useResumeProxy(QUIET);
  const label = useSetLabels(QUIET);
  const test = useTestProxy(QUIET);
  const autoRenew = useSetAutoRenew(QUIET);
  const suspendable = proxies.filter(canSuspend);
  const resumable = proxies.filter(canResume);
  const addTag = (tag: string) =>
    start({
      done: 'tagged',
      proxies,
      run: ({ id }) => label.mutateAsync({ id, data: { add_tags: [tag] } }),
    });
  // The others connect nothing.
  const active = proxies.filter((proxy) => getDisplayStatus(proxy) === 'active');
  const setAutoRenew = (enabled: boolean) =>
    start({
      done: enabled ? 'renewed automatically from now on' : 'no longer renewed automatically',
      proxies: enabled ? proxies : proxies.filter(({ auto_renew }) => auto_renew.enabled),
      run: (proxy) =>
        autoRenew.mutateAsync({
          id: proxy.id,
          data: enabled ? { enabled, ...getBoughtPackage(proxy) } : { enabled },
        }),
    });
  const testAll = () =>
    start({
      done: 'tested and working',
      proxies: active,
      run: async ({ id }) => {
        const { error } = (await test.mutateAsync({ id, data: {} })).data;
        return error && `${error.cause} ${error.how_to_fix}`;
      },
    });
  const left = proxies.length - active.length;
  const note = left > 0 ? ` ${left} expired or suspended left out.` : '';
  const copy = async () => {
    if (await copyText(toListText(active.map(toConnection), format)))
      notify.success(`Copied ${count(active.length)}.${note}`);
    else notify.error('Copying is blocked by this browser. Download the list instead.');
  };
  const download = () => {
    const { content, extension } = toListFile(active.map(toConnection), format);
    saveFile(content, `proxies.${extension}`);
    notify.success(`Downloaded ${count(active.length)}.${note}`);
  };
  return (
    <section className={styles.bar} aria-label="Chosen proxies" data-print="none">
      <span role="status">
        <strong>{proxies.length}</strong> selected
        {isFull && <span className={styles.minor}> (at most {MAX_SELECTED})</span>}
      </span>
      {total > proxies.length && !isFull && (
        <Button
          type="link"
          disabled={isSelecting}
          onClick={() => {
            setSelecting(true);
            void onSelectAll().finally(() => setSelecting(false));
          }}
        >
          {isSelecting ? 'Selecting...' : `Select all ${formatNumber(total)}`}
        </Button>
      )}
      <Button type="text" className={styles.clear} onClick={onClear}>
        Clear selection
      </Button>
      <Select<BuilderFormat>
        aria-label="Format"
        className={styles.format}
        value={format}
        onChange={setFormat}
        options={[...FORMATS]}
      />
      <Button
        className={styles.action}
        icon={<Icon name="copy" size={14} />}
        disabled={active.length === 0}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <Button
        className={styles.action}
        icon={<Icon name="download" size={14} />}
        disabled={active.length === 0}
        onClick={download}
      >
        Download
      </Button>
      <Button
        className={styles.action}
        aria-haspopup="dialog"
        disabled={!proxies.some(({ can_renew }) => can_renew)}
        onClick={() => setDialog('renew')}
      >
        Renew
      </Button>
      {progress === null ? (
        <ActionMenu
          name="the chosen proxies"
          actions={[
            ...(active.length > 0
              ? [{ label: 'Test connection', onSelect: () => void testAll() }]
              : []),
            { label: 'Turn on auto-renew', onSelect: () => setDialog('auto-renew') },
            ...(proxies.some(({ auto_renew }) => auto_renew.enabled)
              ? [{ label: 'Turn off auto-renew', onSelect: () => void setAutoRenew(false) }]
              : []),
            { label: 'Add tag', onSelect: () => setDialog('tag') },
            ...(suspendable.length > 0
              ? [{ label: 'Suspend', onSelect: () => setDialog('suspend') }]
              : []),
            ...(resumable.length > 0
              ? [
                  {
                    label: 'Resume',
                    onSelect: () =>
                      void start({
                        done: 'resumed',
                        proxies: resumable,
                        run: ({ id }) => resume.mutateAsync({ id }),
                      }),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <span role="status">{progress}</span>
      )}
      <Suspense>
        {dialog === 'renew' && <BulkRenewalDialog proxies={proxies} onClose={close} />}
        {report && <BulkReportDialog report={report} onClose={closeReport} />}
        {dialog === 'tag' && (
          <TagDialog count={proxies.length} onAdd={(tag) => void addTag(tag)} onClose={close} />
        )}
      </Suspense>
      {dialog === 'auto-renew' && (
        <ConfirmDialog
          title={`Renew ${count(proxies.length, 'proxy', 'proxies')} automatically?`}
          confirm="Turn on auto-renew"
          onConfirm={() => {
            close();
            void setAutoRenew(true);
          }}
          onClose={close}
        >
          <p>
            Each is renewed with what you bought, from your wallet, 24 hours before its end and at
            the price of that day.
          </p>
        </ConfirmDialog>
      )}
      {dialog === 'suspend' && (
        <ConfirmDialog
          title={`Suspend ${count(suspendable.length, 'proxy', 'proxies')}?`}
          confirm="Suspend"
          onConfirm={() => {
            close();
            void start({
              done: 'suspended',
              proxies: suspendable,
              run: ({ id }) => suspend.mutateAsync({ id }),
            });
          }}
          onClose={close}
        >
          <p>
            Open connections are closed, and the proxies are off until you resume them. Their expiry
            dates and automatic renewals don’t change.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
