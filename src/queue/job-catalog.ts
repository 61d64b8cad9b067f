import { MINUTE, SECOND } from '../common/time/clock';

type NoPayload = Record<string, never>;

/**
 * Job name → payload. The part before the dot is the queue, which belongs to the module of that
 * name; `payment-notices` to payments. Names are persisted in stored queues: never rename one. A job may run twice, so handlers
 * are idempotent.
 */
export interface JobPayloads {
  'admin.check-history': NoPayload;
  'admin.check-integrity': NoPayload;
  'admin.handle-failed': { action: 'retry' | 'dismiss'; job: JobName };
  'admin.evaluate-alerts': NoPayload;
  'admin.execute-proposals': NoPayload;
  'admin.expire-corrections': NoPayload;
  'admin.export-chain-heads': NoPayload;
  'admin.give-compensations': NoPayload;
  'admin.observe-status': NoPayload;
  'audit.create-partitions': NoPayload;
  'audit.extend-chain': NoPayload;
  'auth.purge-expired': NoPayload;
  'idempotency.purge-keys': NoPayload;
  'mail.send': { mailId: number };
  'mail.sweep': NoPayload;
  'mail.purge': NoPayload;
  'notifications.send': NoPayload;
  'payment-notices.process': { webhookId: number };
  'payments.verify-payment': { paymentId: number };
  /** Added by earlier releases. */
  'payments.process-webhook': { webhookId: number };
  'payments.process-refund': { refundId: number };
  'payments.sweep': NoPayload;
  'payments.check-naira-accounts': NoPayload;
  'payments.reconcile': NoPayload;
  'payments.import-payouts': NoPayload;
  'payments.purge-webhooks': NoPayload;
  'proxies.auto-renew': NoPayload;
  'proxies.buy-traffic': NoPayload;
  'proxies.sync-usage': NoPayload;
  'proxies.create-partitions': NoPayload;
  'proxies.expire': NoPayload;
  'proxies.move-customers': NoPayload;
  'proxies.move-endpoints': NoPayload;
  'proxies.purge-usage': NoPayload;
  'referrals.book-rewards': NoPayload;
  'supply.buy-stock': NoPayload;
  'supply.compare-usage': NoPayload;
  'supply.follow-purchases': NoPayload;
  'supply.plan-probes': NoPayload;
  'supply.probe-due': NoPayload;
  'supply.keep-usage': NoPayload;
  'supply.read-balances': NoPayload;
  'supply.refresh-places': NoPayload;
  'supply.synchronize-stock': NoPayload;
  'wallet.close-periods': NoPayload;
  'wallet.create-partitions': NoPayload;
  'wallet.extend-ledger-chain': NoPayload;
  'webhooks.deliver': { webhookId: number };
  'webhooks.sweep': NoPayload;
  'webhooks.purge': NoPayload;
}

/** Of former releases, which may have left some in the queues: there is nothing to do for them any more. */
export const FORMER_JOBS = [
  'proxies.resolve-attempt',
  'proxies.sweep-orders',
  'proxies.sync-provider',
] as const;

/** Named after its queue. */
export type JobName = Extract<keyof JobPayloads, `${QueueName}.${string}`>;

export const QUEUES = [
  'admin',
  'audit',
  'auth',
  'idempotency',
  'mail',
  'notifications',
  'payment-notices',
  'payments',
  'proxies',
  'referrals',
  'supply',
  'wallet',
  'webhooks',
] as const;
export type QueueName = (typeof QUEUES)[number];

export const queueName = (job: JobName): QueueName => job.split('.')[0] as QueueName;

/** Any job of a queue; a switch over `name` narrows `data`. */
export type QueueJob<Q extends QueueName> = {
  [N in Extract<JobName, `${Q}.${string}`>]: { readonly name: N; readonly data: JobPayloads[N] };
}[Extract<JobName, `${Q}.${string}`>];

/** Repeating jobs by interval: each runs once per interval, however many workers there are. */
export const SCHEDULES = {
  'admin.check-history': 7 * 24 * 60 * MINUTE,
  'admin.check-integrity': 24 * 60 * MINUTE,
  'admin.evaluate-alerts': MINUTE,
  'admin.execute-proposals': MINUTE,
  'admin.expire-corrections': 60 * MINUTE,
  'admin.export-chain-heads': 60 * MINUTE,
  'admin.give-compensations': 15 * SECOND,
  'admin.observe-status': MINUTE,
  'audit.create-partitions': 60 * MINUTE,
  'audit.extend-chain': 5 * SECOND,
  'auth.purge-expired': 60 * MINUTE,
  'idempotency.purge-keys': 60 * MINUTE,
  'mail.sweep': 30 * SECOND,
  'mail.purge': 60 * MINUTE,
  'notifications.send': 30 * SECOND,
  'payments.sweep': 5 * SECOND,
  'payments.check-naira-accounts': MINUTE,
  'payments.reconcile': 60 * MINUTE,
  'payments.import-payouts': 10 * MINUTE,
  'payments.purge-webhooks': 24 * 60 * MINUTE,
  'proxies.auto-renew': 15 * SECOND,
  'proxies.buy-traffic': 15 * SECOND,
  'proxies.sync-usage': 5 * SECOND,
  'proxies.create-partitions': 60 * MINUTE,
  'proxies.expire': 15 * SECOND,
  'proxies.move-customers': 15 * SECOND,
  'proxies.move-endpoints': 15 * SECOND,
  'proxies.purge-usage': 60 * MINUTE,
  'referrals.book-rewards': 15 * SECOND,
  'supply.buy-stock': 5 * MINUTE,
  'supply.compare-usage': 24 * 60 * MINUTE,
  'supply.follow-purchases': 15 * SECOND,
  'supply.plan-probes': MINUTE,
  'supply.probe-due': 15 * SECOND,
  'supply.keep-usage': 60 * MINUTE,
  'supply.read-balances': 15 * MINUTE,
  'supply.refresh-places': 6 * 60 * MINUTE,
  'supply.synchronize-stock': 30 * MINUTE,
  'wallet.close-periods': 60 * MINUTE,
  'wallet.create-partitions': 60 * MINUTE,
  'wallet.extend-ledger-chain': 5 * SECOND,
  'webhooks.sweep': 5 * SECOND,
  'webhooks.purge': 60 * MINUTE,
} satisfies Partial<Record<JobName, number>>;
export type RepeatingJobName = keyof typeof SCHEDULES;
