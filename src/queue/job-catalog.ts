import { MINUTE, SECOND } from '../common/time/clock';

/**
 * Every job: its persisted name → its payload. Names stand in stored queues: never rename one.
 * The part before the dot is the queue. A job may run twice; handlers are idempotent.
 */
export interface JobPayloads {
  'payments.verify-payment': { paymentId: number };
  'payments.process-webhook': { webhookId: number };
  'payments.refund': { refundId: number };
  'payments.sweep': Record<string, never>;
  'payments.reconcile': Record<string, never>;
  'payments.tidy-webhooks': Record<string, never>;
  'proxies.resolve-attempt': { attemptId: number };
  'proxies.sweep-orders': Record<string, never>;
  'proxies.sync-usage': Record<string, never>;
  'proxies.expire': Record<string, never>;
  'proxies.tell-provider': Record<string, never>;
  'proxies.tidy-usage': Record<string, never>;
  'background.send-mail': { mailId: number };
  'background.sweep-mail': Record<string, never>;
  'background.seal-audit': Record<string, never>;
  'background.notify': Record<string, never>;
  'background.check-health': Record<string, never>;
  'background.check-books': Record<string, never>;
  'background.tidy': Record<string, never>;
  'background.tidy-keys': Record<string, never>;
  'background.tidy-mail': Record<string, never>;
}

export type JobName = keyof JobPayloads;

export const QUEUES = ['payments', 'proxies', 'background'] as const;
export type QueueName = (typeof QUEUES)[number];

export const queueOf = (job: JobName): QueueName => job.split('.')[0] as QueueName;

/** Jobs one worker process runs side by side. */
export const QUEUE_CONCURRENCY: Record<QueueName, number> = {
  payments: 8,
  proxies: 8,
  background: 4,
};

/** Jobs that repeat by themselves: once per interval however many workers there are. */
export const SCHEDULES: Partial<Record<JobName, number>> = {
  'payments.sweep': 15 * SECOND,
  'payments.reconcile': 60 * MINUTE,
  'payments.tidy-webhooks': 24 * 60 * MINUTE,
  'proxies.sweep-orders': 15 * SECOND,
  'proxies.sync-usage': 5 * SECOND,
  'proxies.expire': 15 * SECOND,
  'proxies.tell-provider': 5 * SECOND,
  'proxies.tidy-usage': 60 * MINUTE,
  'background.sweep-mail': 30 * SECOND,
  'background.seal-audit': 5 * SECOND,
  'background.notify': 30 * SECOND,
  'background.check-health': MINUTE,
  'background.check-books': 24 * 60 * MINUTE,
  'background.tidy': 60 * MINUTE,
  'background.tidy-keys': 60 * MINUTE,
  'background.tidy-mail': 60 * MINUTE,
};

/** Needed to check at boot that every job has exactly one handler. */
export const JOB_NAMES: JobName[] = [
  'payments.verify-payment',
  'payments.process-webhook',
  'payments.refund',
  'payments.sweep',
  'payments.reconcile',
  'payments.tidy-webhooks',
  'proxies.resolve-attempt',
  'proxies.sweep-orders',
  'proxies.sync-usage',
  'proxies.expire',
  'proxies.tell-provider',
  'proxies.tidy-usage',
  'background.send-mail',
  'background.sweep-mail',
  'background.seal-audit',
  'background.notify',
  'background.check-health',
  'background.check-books',
  'background.tidy',
  'background.tidy-keys',
  'background.tidy-mail',
];
