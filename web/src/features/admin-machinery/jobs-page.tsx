import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import {
  useDiscardFailedJob,
  useDismissFailedJobs,
  useListFailedJobs,
  useRetryFailedJob,
  useRetryFailedJobs,
  type listFailedJobs,
} from '@/api/generated/admin-machinery';
import { QueueName, type FailedJobsDtoJob } from '@/api/generated/api.schemas';
import { listFailure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { DateTime } from '@/components/format/date-time';
import { RelativeTime } from '@/components/format/relative-time';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { toFilterOptions } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { choiceField, pageField, textField, toListParams, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { RowDialog } from './row-dialog';

type ApiJob = Awaited<ReturnType<typeof listFailedJobs>>['data']['jobs'][number];
/** Lists need a number as the id of a row. */
type Job = Omit<ApiJob, 'id'> & { id: number; jobId: string };

const ALL = 'all';
const QUEUES = Object.values(QueueName);
const jobSearch = {
  page: pageField,
  search: textField(),
  queue: choiceField<QueueName | typeof ALL>([ALL, ...QUEUES], ALL),
};
const FAILED = 'The job could not be changed';
const RETRY = 'Runs again at once, with all its attempts. Nothing is done twice.';
const DISCARD = 'It is deleted, and its alert ends. What it had to do is not done.';

const describe = (payload: Job['payload']): string =>
  Object.entries(payload)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

const getColumns = (open: (job: Job) => void): Column<Job>[] => [
  {
    title: 'Job',
    grow: 2,
    card: 'title',
    render: ({ name, payload, queue }) => (
      <StackedCell primary={<code>{name}</code>} secondary={describe(payload) || queue} />
    ),
  },
  { title: 'Reason', grow: 4, render: ({ reason }) => <span title={reason}>{reason}</span> },
  { title: 'Attempts', numeric: true, render: ({ attempts }) => formatNumber(attempts) },
  { title: 'Failed', render: ({ failed_at: failedAt }) => <RelativeTime iso={failedAt} /> },
  {
    title: 'Details',
    card: 'foot',
    render: (job) => (
      <Button size="small" aria-label={`Details of job ${job.jobId}`} onClick={() => open(job)}>
        Details
      </Button>
    ),
  },
];

const toCompact =
  (open: (job: Job) => void) =>
  (job: Job): CompactRow => ({
    name: `job ${job.jobId}`,
    title: <code>{job.name}</code>,
    open: () => open(job),
    details: [job.reason],
    note: <RelativeTime iso={job.failed_at} />,
    actions: [],
  });

function JobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const mutation = outcome(FAILED, onClose);
  const [retry, discard] = [useRetryFailedJob({ mutation }), useDiscardFailedJob({ mutation })];
  const target = (reason: string) => ({ queue: job.queue, id: job.jobId, data: { reason } });
  return (
    <RowDialog
      title="Failed job"
      about={`${job.name} ${describe(job.payload)}`}
      facts={[
        { label: 'Job', children: <code>{job.name}</code> },
        { label: 'About', children: describe(job.payload) || 'A repeating job' },
        { label: 'Id', children: <code>{job.jobId}</code> },
        { label: 'Attempts', children: formatNumber(job.attempts) },
        { label: 'Failed', children: <DateTime iso={job.failed_at} /> },
        { label: 'Reason', children: job.reason },
      ]}
      actions={[
        {
          ...{ verb: 'Retry', consequence: RETRY, isBusy: retry.isPending },
          run: (reason) => retry.mutate(target(reason)),
        },
        {
          ...{ verb: 'Discard', consequence: DISCARD, isDangerous: true },
          ...{ isBusy: discard.isPending, run: (reason) => discard.mutate(target(reason)) },
        },
      ]}
      onClose={onClose}
    />
  );
}

/** All failed jobs of a name. */
function AllJobsDialog({
  name,
  isRetry,
  onClose,
}: {
  name: string;
  isRetry: boolean;
  onClose: () => void;
}) {
  const mutation = outcome(FAILED, onClose);
  const calls = [useRetryFailedJobs({ mutation }), useDismissFailedJobs({ mutation })];
  const call = calls[isRetry ? 0 : 1]!;
  return (
    <RowDialog
      title={`All failed jobs ${name}`}
      about={name}
      actions={[
        {
          verb: isRetry ? 'Retry all' : 'Discard all',
          consequence: isRetry
            ? 'All of these failed jobs run again.'
            : 'All of these failed jobs are deleted and their alert ends. What they had to do is not done.',
          isDangerous: !isRetry,
          isBusy: call.isPending,
          run: (reason) => call.mutate({ data: { job: name as FailedJobsDtoJob, reason } }),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Work of the queues that has given up. */
export default function JobsPage() {
  const search = useListSearch(jobSearch);
  const query = useListFailedJobs(toListParams(search.values), {
    query: { placeholderData: keepPreviousData, meta: { quiet: true } },
  });
  const [opened, setOpened] = useState<Job | null>(null);
  const [all, setAll] = useState<'retry' | 'discard' | null>(null);
  const data = query.data?.data;
  const jobs = data?.jobs.map((job, id) => ({ ...job, id, jobId: job.id }));
  const name = search.values.search;
  const isOneName = jobs?.[0] !== undefined && jobs.every((job) => job.name === name);
  return (
    <ListPage<Job, typeof search.values>
      title="Failed jobs"
      actions={
        isOneName && (
          <>
            <Button onClick={() => setAll('retry')}>Retry all</Button>
            <Button danger onClick={() => setAll('discard')}>
              Discard all
            </Button>
          </>
        )
      }
      actionsBelow
      refreshable
      label="Failed jobs"
      search={search}
      searchLabel="Search failed jobs"
      searchPlaceholder="Search by job or reason"
      filters={[
        {
          ...{ name: 'queue', label: 'Queue', allValue: ALL },
          options: [...toFilterOptions([], 'All queues'), ...toFilterOptions(QUEUES).slice(1)],
        },
      ]}
      query={query}
      rows={jobs}
      pagination={data?.pagination}
      columns={getColumns(setOpened)}
      toCompact={toCompact(setOpened)}
      tableFrom="(min-width: 1000px)"
      skeletonRows={3}
      empty={{
        icon: 'check',
        title: 'No job has failed',
        hint: 'Jobs that fail their last attempt stay here for seven days.',
      }}
      emptyFiltered="No failed jobs found matching your search criteria."
      error={listFailure('Failed to load the jobs')}
    >
      {opened && <JobDialog job={opened} onClose={() => setOpened(null)} />}
      {all && <AllJobsDialog name={name} isRetry={all === 'retry'} onClose={() => setAll(null)} />}
    </ListPage>
  );
}
