import { useRef, useState, lazy, Suspense } from 'react';
import { errorMessage } from '@/api/error-messages';
import { notify } from '@/components/feedback/notify';
import { type Proxy, getDisplayStatus, canResume, canSuspend } from '@/features/proxies/proxy';
import { Button, Select } from 'antd';
import { Icon } from '@/components/ui/icon';
import { useResumeProxy, useSetLabels, useSuspendProxy } from '@/api/generated/proxies';
import { ActionMenu } from '@/components/ui/action-menu';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { copyText } from '@/lib/clipboard';
import { saveFile } from '@/lib/download';
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
export default function SelectionBar({ proxies, isFull, onClear }: SelectionBarProps) {
  const [format, setFormat] = useState<BuilderFormat>('host_port_user_pass');
  const [dialog, setDialog] = useState<'renew' | 'suspend' | 'tag'>();
  const close = () => setDialog(undefined);
  const { start, progress, report, closeReport } = useBulk();
  const suspend = useSuspendProxy(QUIET);
  const resume = useResumeProxy(QUIET);
  const label = useSetLabels(QUIET);
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
            Open connections are closed, and nothing connects until you resume them. Their time goes
            on, and automatic renewal with it.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
