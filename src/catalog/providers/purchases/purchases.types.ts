import type { Moves } from '../../../common/state-machine';

export const PURCHASE_KINDS = ['buy', 'prolong'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

export const PURCHASE_STATUSES = [
  'open',
  'sent',
  'ordered',
  'unknown',
  'delivered',
  'failed',
  'not_bought',
] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** `not_bought` is what staff decide about an unknown one that no listing shows. */
export const PURCHASE_MOVES: Moves<PurchaseStatus> = {
  open: ['sent', 'failed'],
  sent: ['ordered', 'unknown', 'failed', 'delivered'],
  unknown: ['ordered', 'delivered', 'not_bought'],
  ordered: ['delivered'],
  delivered: [],
  failed: [],
  not_bought: [],
};

export interface ListedPurchase {
  readonly id: number;
  readonly providerId: number;
  readonly kind: PurchaseKind;
  readonly status: PurchaseStatus;
  /** ISO code in lower case. */
  readonly country: string;
  readonly quantity: number;
  readonly period: string;
  readonly unitId: number | null;
  readonly address: string | null;
  readonly expectedMicros: bigint;
  readonly totalMicros: bigint | null;
  readonly orderRef: string | null;
  readonly delivered: number;
  readonly error: string | null;
  /** Null: automatic. */
  readonly requestedBy: string | null;
  readonly sentAt: Date | null;
  readonly listedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  /** Whether staff may decide that nothing was bought. */
  readonly isDecidable: boolean;
}

export interface NewPurchase {
  readonly providerId: number;
  readonly kind: PurchaseKind;
  readonly country: string;
  readonly quantity: number;
  readonly period: string;
  readonly unitId?: number;
  readonly address?: string;
  readonly endedAt?: Date | null;
  readonly expectedMicros: bigint;
  readonly knownAddresses: readonly string[];
  readonly requestedBy: number | null;
  readonly idempotencyKey?: string;
}

/** With what the reconciliation needs. */
export interface PendingPurchase extends Omit<NewPurchase, 'requestedBy' | 'idempotencyKey'> {
  readonly id: number;
  readonly status: PurchaseStatus;
  readonly orderRef: string | null;
  readonly delivered: number;
}
