/**
 * Moments between two steps of a job that must both happen or be made up for. A test has the
 * process die there; what stands in the database then is what every restart has to cope with.
 */
export type CrashPoint =
  /** The wallet is charged and the order not yet written; nothing is committed. */
  | 'purchase.after-charge'
  /** A purchase is written, but not committed. */
  | 'purchase.before-commit'
  /** A renewal is charged and its order not yet written; nothing is committed. */
  | 'renewal.after-charge'
  /** A renewal is written, but not committed. */
  | 'renewal.before-commit'
  /** An automatic renewal is charged, its order and charge are written, but not committed. */
  | 'auto-renewal.before-commit'
  /** Traffic is bought automatically, its order and charge are written, but not committed. */
  | 'auto-traffic.before-commit'
  /** The payment is committed, the provider is not called yet. */
  | 'topup.before-provider'
  /** The provider has opened the checkout, its URL is not stored. */
  | 'topup.after-provider'
  /** The credit is written, but not committed. */
  | 'settle.before-commit'
  /** The payment of a transfer to a naira account is committed, its credit is not begun. */
  | 'transfer.before-settle'
  /** A payment has entered review with its postings, but is not committed. */
  | 'review.before-commit'
  /** A refund to the card is closed with its posting, but not committed. */
  | 'refund.before-commit'
  /** A payout with its items is posted, but not committed. */
  | 'payout.before-commit'
  /** A payout is committed, the rest of the import is not done. */
  | 'payout.after-commit'
  /** The provider's status is committed, the response is not sent. */
  | 'settle.after-commit'
  /** The customer's cancellation is written, but not committed. */
  | 'cancel.before-commit'
  /** An accepted payment with its goodwill or refund is written, but not committed. */
  | 'accept.before-commit'
  /** The refund is committed with the decision, no job is enqueued. */
  | 'refund.before-enqueue'
  /** A chargeback is posted, but not committed. */
  | 'chargeback.before-commit'
  /** The return of a chargeback is posted, but not committed. */
  | 'dispute.before-commit'
  /** A proposal of a movement is written, but not committed. */
  | 'proposal.before-commit'
  /** A partial refund of an order is posted, but not committed. */
  | 'refund-part.before-commit'
  /** A correction is posted, but not committed. */
  | 'correction.before-commit'
  /** The correction is committed, the response not sent. */
  | 'correction.after-commit'
  /** An invoice is numbered and written with its credit notes, but not committed. */
  | 'invoice.before-commit'
  /** The reward for an invited customer is posted, but not committed. */
  | 'referral.before-commit'
  /** The webhook is committed, no job is enqueued. */
  | 'webhook.before-enqueue'
  /** The job is enqueued, the webhook is not acknowledged. */
  | 'webhook.before-ack'
  /** A customer's server has got an event, its delivery is not recorded. */
  | 'webhook-delivery.after-call'
  /** The entries of a month are in a file, its manifest is not written. */
  | 'archive.before-manifest'
  /** The entries of a month are in a file with its manifest, and still in the database. */
  | 'archive.before-drop'
  /** The partition of an archived month is dropped, but not committed. */
  | 'archive.before-commit'
  /** The archive is committed, the command has not said so. */
  | 'archive.after-commit'
  /** A purchase at a provider is open, its call is not sent. */
  | 'supply-purchase.before-send'
  /** A purchase is marked as sent, its call is not. */
  | 'supply-purchase.before-provider'
  /** The provider has taken the order, nothing of that is written. */
  | 'supply-purchase.after-provider'
  /** The order is recorded, its addresses are not in stock. */
  | 'supply-purchase.after-record'
  /** The addresses are in stock, but not committed. */
  | 'supply-purchase.before-delivery'
  /** The job of that name is done but not acknowledged to the queue. */
  | `job.before-ack/${string}`;

let armed: string | undefined;

/** @param point what `AppConfig.crashAt` says; undefined, as everywhere but in tests, disarms. */
export function armCrashPoint(point: string | undefined): void {
  armed = point;
}

/** Ends this process as kill -9 would, if it was armed for this point. */
export function crashPoint(point: CrashPoint): void {
  if (armed === point) process.kill(process.pid, 'SIGKILL');
}
