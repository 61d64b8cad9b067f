import type { DifferenceKind } from '../payments.types';
import { Injectable, Logger } from '@nestjs/common';
import { Between, In } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { toOffset, toPagination, type Page } from '../../common/http/pagination.dto';
import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { PaymentAcknowledgement } from '../acknowledgements/payment-acknowledgement.entity';
import { KorapayService, readPages } from '../korapay/korapay.service';
import type { PayIn } from '../korapay/korapay.types';
import { TransfersService } from '../naira-accounts/transfers.service';
import { isSettleable, Payment } from '../payment.entity';
import { getRetryDelay } from '../retry-delay';
import { SettlementService } from '../settlement/settlement.service';
import {
  compareCredit,
  confirmsCredit,
  isComparable,
  PaymentReconciliation,
  toDifference,
  toUnknownPayIn,
  type Difference,
} from './payment-reconciliation.entity';

/** Excludes the large `providerPayload`: a run loads all payments of two days. */
const COMPARED_COLUMNS = {
  id: true,
  reference: true,
  status: true,
  amount: true,
  currency: true,
  reason: true,
  chargedBack: true,
  createdAt: true,
} as const;
export type ComparedPayment = Pick<Payment, keyof typeof COMPARED_COLUMNS>;

const WINDOW = 2 * DAY;
/** Skipped at the start of the window, where a payment and its pay-in may fall on different sides. */
const WINDOW_EDGE = HOUR;
/** Time for webhook, verify call and worker before a payment counts as missed. */
const SETTLEMENT_GRACE_PERIOD = 15 * MINUTE;
const MAX_PAGES = 1000;
const CHUNK_SIZE = 500;
/** A list that lacks more credited payments than this is treated as incomplete. */
const MAX_LOOKUPS = 500;
const MAX_DIFFERENCES = 500;

/** Accumulated results of a run. */
interface Findings {
  differences: Difference[];
  settled: number;
  /** Charge lookups without a result. */
  unanswered: number;
}

/**
 * Compares our payments with the provider's list of pay-ins in both directions. Paid but uncredited
 * payments go through SettlementService; every other difference is reported to staff.
 */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger(ReconciliationService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly provider: KorapayService,
    private readonly settlement: SettlementService,
    private readonly transfers: TransfersService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /** Newest first. @param showsAmounts whether the viewer may know amounts. */
  async list(page: Page, showsAmounts: boolean) {
    const { manager } = this.uow;
    const [rows, total] = await manager.findAndCount(PaymentReconciliation, {
      order: { id: 'DESC' },
      take: page.perPage,
      skip: toOffset(page),
    });
    const found = rows.flatMap(({ differences }) => differences);
    const ids = found.map(({ paymentId }) => paymentId).filter((id) => id !== null);
    const payments = await manager.find(Payment, {
      where: { id: In(ids) },
      select: { id: true, transactionId: true },
    });
    const transactionIds = new Map(
      payments.map(({ id, transactionId }) => [id as number | null, transactionId]),
    );
    const acknowledged = await this.findAcknowledged(found);
    const toListed = (difference: Difference) => {
      const seen = acknowledged.get(toDifferenceKey(difference));
      return {
        kind: difference.kind,
        reference: difference.reference,
        payment_id: difference.paymentId,
        transaction_id: transactionIds.get(difference.paymentId) ?? null,
        our_status: difference.ourStatus,
        our_amount: showsAmounts ? difference.ourAmount : null,
        their_status: difference.theirStatus,
        their_amount: showsAmounts ? difference.theirAmount : null,
        acknowledged_at: seen?.acknowledgedAt ?? null,
        acknowledgement: seen?.note ?? null,
      };
    };
    return {
      reconciliations: rows.map(
        ({ windowFrom, windowTo, startedAt, finishedAt, differences, ...run }) => ({
          ...run,
          window_from: windowFrom,
          window_to: windowTo,
          differences: differences.map(toListed),
          started_at: startedAt,
          finished_at: finishedAt,
        }),
      ),
      pagination: toPagination({ rows, total, page }),
    };
  }

  /** An incomplete run is repeated soon. @returns null when no provider is configured. */
  async run(): Promise<PaymentReconciliation | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = await this.clock.now();
    const from = new Date(startedAt.getTime() - WINDOW);
    /** By reference. */
    const payIns = new Map<string, PayIn>();
    const unread = await readPages(
      MAX_PAGES,
      (after) => this.provider.listPayIns(from, startedAt, after),
      (rows) => {
        for (const payIn of rows)
          if (payIns.get(payIn.reference)?.status !== 'success') payIns.set(payIn.reference, payIn);
        return null;
      },
    );
    const findings: Findings = { differences: [], settled: 0, unanswered: 0 };
    await this.comparePayIns(payIns, findings);
    const credited = await this.findCreditedBetween(
      new Date(from.getTime() + WINDOW_EDGE),
      await this.clock.in(-SETTLEMENT_GRACE_PERIOD),
    );
    const last = await this.uow.manager.findOne(PaymentReconciliation, {
      where: {},
      order: { id: 'DESC' },
    });
    const earlier = last?.differences ?? [];
    await this.compareCredits(unread === null ? credited : [], payIns, earlier, findings);
    await this.keepOpenPayIns(earlier, findings);
    const { differences, settled, unanswered } = findings;
    const run = await this.saveRun(earlier, {
      windowFrom: from,
      windowTo: startedAt,
      complete: unread === null && unanswered === 0,
      listed: payIns.size,
      credited: credited.length,
      settled,
      differences: differences.slice(0, MAX_DIFFERENCES),
      note: unread ?? (unanswered ? `${unanswered} charges without an answer` : null),
      startedAt,
      finishedAt: await this.clock.now(),
    });
    if (!run.complete) await this.scheduleRetry();
    return run;
  }

  private async scheduleRetry(): Promise<void> {
    const [{ failed }] = await this.uow.manager.query<[{ failed: number }]>(
      `SELECT count(*)::int AS failed FROM payment_reconciliation
       WHERE id > coalesce((SELECT max(id) FROM payment_reconciliation WHERE complete), 0)`,
    );
    const delay = getRetryDelay('payments.reconcile', failed);
    if (delay !== null) await this.jobs.add('payments.reconcile', {}, { delay });
  }

  private async comparePayIns(payIns: Map<string, PayIn>, findings: Findings): Promise<void> {
    const paid = [...payIns.values()].filter(({ status }) => status === 'success');
    for (let start = 0; start < paid.length; start += CHUNK_SIZE) {
      const chunk = paid.slice(start, start + CHUNK_SIZE);
      const payments = await this.findPaymentsByReference(chunk.map(({ reference }) => reference));
      for (const payIn of chunk) {
        const payment = payments.get(payIn.reference);
        if (!payment) await this.adopt(payIn, findings);
        else if (isSettleable(payment.status)) await this.settle(payment, payIn, findings);
      }
    }
  }

  /** A transfer to a naira account that no notification told of; anything else is not ours. */
  private async adopt(payIn: PayIn, findings: Findings): Promise<void> {
    try {
      if ((await this.transfers.adopt(payIn.reference, null)) === 'adopted') {
        const payment = await this.settlement.settle(payIn.reference);
        if (payment?.status === 'successful') findings.settled += 1;
        return;
      }
    } catch (error) {
      this.logger.error({ err: error, reference: payIn.reference }, 'A transfer was not adopted');
      findings.unanswered += 1;
    }
    findings.differences.push(toUnknownPayIn(payIn));
  }

  private async settle(payment: ComparedPayment, payIn: PayIn, findings: Findings): Promise<void> {
    const now = await this.trySettle(payment);
    if (now.status === 'successful') findings.settled += 1;
    const age = (await this.clock.now()).getTime() - payment.createdAt.getTime();
    // Payments in review have an alert of their own.
    if (age < SETTLEMENT_GRACE_PERIOD || now.status === 'review') return;
    findings.differences.push(
      toDifference(now.status === 'successful' ? 'settled_late' : 'not_credited', now, payIn),
    );
  }

  /** Logs a failed settlement, so that the run continues with the other payments. */
  private async trySettle(payment: ComparedPayment): Promise<ComparedPayment> {
    try {
      return (await this.settlement.settleById(payment.id)) ?? payment;
    } catch (error) {
      this.logger.error({ err: error, paymentId: payment.id }, 'A payment could not be settled');
      return payment;
    }
  }

  /**
   * Looks up the credits that the list does not confirm: it may lag or be incomplete, the charge is authoritative. An
   * earlier difference about a credit is looked up until it is resolved, also outside the window.
   */
  private async compareCredits(
    credited: readonly ComparedPayment[],
    payIns: ReadonlyMap<string, PayIn>,
    earlier: readonly Difference[],
    findings: Findings,
  ): Promise<void> {
    const inWindow = credited.filter(isComparable);
    const suspects = inWindow.filter((one) => !confirmsCredit(one, payIns.get(one.reference)));
    findings.unanswered += Math.max(0, suspects.length - MAX_LOOKUPS);
    const seen = inWindow.map(({ reference }) => reference);
    const open = selectOpen(earlier, ['credited_not_paid', 'amount_differs'], seen);
    const payments = await this.findPaymentsByReference(open.map(({ reference }) => reference));
    const lookups: { payment: ComparedPayment | undefined; reported?: Difference }[] = [
      ...suspects.slice(0, MAX_LOOKUPS).map((payment) => ({ payment })),
      ...open.map((reported) => ({ payment: payments.get(reported.reference), reported })),
    ];
    for (const { payment, reported } of lookups) {
      if (!payment || !isComparable(payment)) continue;
      const found = compareCredit(payment, await this.provider.findCharge(payment.reference));
      if (found === 'unknown') findings.unanswered += 1;
      const difference = found === 'unknown' ? reported : found;
      if (difference) findings.differences.push(difference);
    }
  }

  /**
   * Repeats what was paid at the provider and is not credited here until it is resolved or acknowledged,
   * also when it is too old for the list.
   */
  private async keepOpenPayIns(earlier: readonly Difference[], findings: Findings): Promise<void> {
    const found = findings.differences.map(({ reference }) => reference);
    const unpaid = selectOpen(earlier, ['not_ours', 'not_credited'], found);
    const acknowledged = await this.findAcknowledged(unpaid);
    const open = unpaid.filter((difference) => !acknowledged.has(toDifferenceKey(difference)));
    const payments = await this.findPaymentsByReference(open.map(({ reference }) => reference));
    const kept: Difference[] = [];
    for (const difference of open) {
      const payment = payments.get(difference.reference);
      if (payment && !isSettleable(payment.status)) continue;
      const now = payment && (await this.trySettle(payment));
      if (now?.status === 'successful') findings.settled += 1;
      else if (now?.status !== 'review') kept.push(difference);
    }
    // Before those of this run: what is cut off at the end is found again.
    findings.differences.unshift(...kept);
  }

  /** Known payments among the references, keyed by reference. */
  private async findPaymentsByReference(
    references: readonly string[],
  ): Promise<Map<string, ComparedPayment>> {
    const rows = await this.uow.manager.find(Payment, {
      where: { reference: In([...references]) },
      select: COMPARED_COLUMNS,
    });
    return new Map(rows.map((payment) => [payment.reference, payment]));
  }

  /** Credited payments created in the window. */
  private findCreditedBetween(from: Date, to: Date): Promise<ComparedPayment[]> {
    return this.uow.manager.find(Payment, {
      where: { status: 'successful', createdAt: Between(from, to) },
      select: COMPARED_COLUMNS,
      order: { id: 'ASC' },
    });
  }

  private async findAcknowledged(
    differences: readonly Difference[],
  ): Promise<Map<string, PaymentAcknowledgement>> {
    const rows = await this.uow.manager.findBy(PaymentAcknowledgement, {
      kind: 'difference',
      reference: In(differences.map(({ reference }) => reference)),
    });
    return new Map(
      rows.map((row) => [
        toDifferenceKey({ kind: row.differenceKind!, reference: row.reference! }),
        row,
      ]),
    );
  }

  private saveRun(
    earlier: readonly Difference[],
    run: Omit<PaymentReconciliation, 'id'>,
  ): Promise<PaymentReconciliation> {
    const known = new Set(earlier.map(toDifferenceKey));
    return this.uow.run(async () => {
      const { identifiers } = await this.uow
        .requireTransaction()
        .insert(PaymentReconciliation, run);
      for (const found of run.differences.filter((one) => !known.has(toDifferenceKey(one)))) {
        this.logger.error({ difference: found }, 'The ledger differs from the card provider');
        await this.audit.record('system', {
          action: 'payment.difference_found',
          target: found.paymentId === null ? 'payments' : `payment:${found.paymentId}`,
          details: describeDifference(found),
        });
      }
      return { id: identifiers[0]!.id as number, ...run };
    });
  }
}

/** Differences of some kinds, without those of the references. */
function selectOpen(
  differences: readonly Difference[],
  kinds: readonly DifferenceKind[],
  except: readonly string[],
): Difference[] {
  const excluded = new Set(except);
  return differences.filter(
    ({ kind, reference }) => kinds.includes(kind) && !excluded.has(reference),
  );
}

const toDifferenceKey = ({ kind, reference }: Pick<Difference, 'kind' | 'reference'>): string =>
  `${kind} ${reference}`;

const describeDifference = (found: Difference): string =>
  `Reconciliation of ${found.reference}: ${found.kind.replaceAll('_', ' ')}. ` +
  `Ours: ${found.ourStatus ?? 'unknown'} ${found.ourAmount ?? ''}; ` +
  `theirs: ${found.theirStatus ?? 'unknown'} ${found.theirAmount ?? ''}`;
