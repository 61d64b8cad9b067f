import { Injectable, Logger } from '@nestjs/common';
import { Between, In } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { isSettleable, Payment } from '../payment.entity';
import { PaymentReconciliation } from './payment-reconciliation.entity';
import type { Difference, ListedDifference, ListedReconciliation } from './reconciliation.types';
import { AuditService } from '../../audit/audit.service';
import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import type { PaymentAcknowledgement } from '../acknowledgements/payment-acknowledgement.entity';
import { PaymentAcknowledgementService } from '../acknowledgements/payment-acknowledgement.service';
import { KorapayService } from '../korapay/korapay.service';
import type { PayIn } from '../korapay/korapay.types';
import { TransfersService } from '../naira-accounts/transfers.service';
import { SettlementService } from '../settlement/settlement.service';
import {
  confirmsCredit,
  isComparable,
  toDifference,
  compareCredit,
  toUnknownPayIn,
} from './reconciliation.decision';

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
    private readonly acknowledgements: PaymentAcknowledgementService,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async list(page: Page): Promise<Paged<ListedReconciliation>> {
    const [runs, total] = await this.uow.manager.findAndCount(PaymentReconciliation, {
      order: { id: 'DESC' },
      take: page.perPage,
      skip: toOffset(page),
    });
    const found = runs.flatMap(({ differences }) => differences);
    const transactionIds = await this.findTransactionIds(found);
    const acknowledged = await this.findAcknowledged(found);
    const complete = (difference: Difference): ListedDifference => {
      const seen = acknowledged.get(toDifferenceKey(difference));
      return {
        ...difference,
        transactionId: transactionIds.get(difference.paymentId) ?? null,
        acknowledgedAt: seen?.acknowledgedAt ?? null,
        note: seen?.note ?? null,
      };
    };
    const rows = runs.map((run) => ({ ...run, differences: run.differences.map(complete) }));
    return { rows, total, page };
  }

  /** @returns null when no provider is configured. */
  async run(): Promise<PaymentReconciliation | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = await this.clock.now();
    const [from, to] = [new Date(startedAt.getTime() - WINDOW), startedAt];
    const { payIns, note } = await this.fetchPayIns(from, to);
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
    const suspects = note === null ? credited.filter(isComparable) : [];
    await this.compareCredits(
      suspects.filter((payment) => !confirmsCredit(payment, payIns.get(payment.reference))),
      findings,
    );
    await this.recheckOpenDifferences(last, suspects, findings);
    await this.keepOpenPayIns(last, findings);
    return this.saveRun(last, {
      windowFrom: from,
      windowTo: to,
      complete: note === null && findings.unanswered === 0,
      listed: payIns.size,
      credited: credited.length,
      settled: findings.settled,
      differences: findings.differences.slice(0, MAX_DIFFERENCES),
      note:
        note ?? (findings.unanswered ? `${findings.unanswered} charges without an answer` : null),
      startedAt,
      finishedAt: await this.clock.now(),
    });
  }

  /** @returns pay-ins by reference, preferring successful ones; `note` says why the list is incomplete. */
  private async fetchPayIns(
    from: Date,
    to: Date,
  ): Promise<{ payIns: Map<string, PayIn>; note: string | null }> {
    const payIns = new Map<string, PayIn>();
    let after: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await this.provider.listPayIns(from, to, after);
      if (page.outcome === 'unknown') return { payIns, note: page.reason };
      for (const payIn of page.payIns)
        if (payIns.get(payIn.reference)?.status !== 'success') payIns.set(payIn.reference, payIn);
      if (page.next === null) return { payIns, note: null };
      after = page.next;
    }
    return { payIns, note: `The list has more than ${MAX_PAGES} pages` };
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

  /** The list may lag or be incomplete; the charge lookup is authoritative. */
  private async compareCredits(
    suspects: readonly ComparedPayment[],
    findings: Findings,
  ): Promise<void> {
    findings.unanswered += Math.max(0, suspects.length - MAX_LOOKUPS);
    for (const payment of suspects.slice(0, MAX_LOOKUPS)) {
      const comparison = compareCredit(payment, await this.provider.findCharge(payment.reference));
      if (comparison.outcome === 'differs') findings.differences.push(comparison.difference);
      if (comparison.outcome === 'unknown') findings.unanswered += 1;
    }
  }

  /** Repeats open differences about credits until they are resolved, also outside the window. */
  private async recheckOpenDifferences(
    last: PaymentReconciliation | null,
    done: readonly ComparedPayment[],
    findings: Findings,
  ): Promise<void> {
    const seen = new Set(done.map(({ reference }) => reference));
    const open = (last?.differences ?? []).filter(
      ({ kind, reference }) =>
        (kind === 'credited_not_paid' || kind === 'amount_differs') && !seen.has(reference),
    );
    const payments = await this.findPaymentsByReference(open.map(({ reference }) => reference));
    for (const earlier of open) {
      const payment = payments.get(earlier.reference);
      if (!payment || !isComparable(payment)) continue;
      const comparison = compareCredit(payment, await this.provider.findCharge(payment.reference));
      if (comparison.outcome === 'unknown') findings.unanswered += 1;
      if (comparison.outcome !== 'agrees')
        findings.differences.push(
          comparison.outcome === 'differs' ? comparison.difference : earlier,
        );
    }
  }

  /**
   * Repeats what was paid at the provider and is not credited here until it is resolved or acknowledged,
   * also when it is too old for the list.
   */
  private async keepOpenPayIns(
    last: PaymentReconciliation | null,
    findings: Findings,
  ): Promise<void> {
    const found = new Set(findings.differences.map(({ reference }) => reference));
    const earlier = (last?.differences ?? []).filter(
      ({ kind, reference }) =>
        (kind === 'not_ours' || kind === 'not_credited') && !found.has(reference),
    );
    const acknowledged = await this.findAcknowledged(earlier);
    const open = earlier.filter((difference) => !acknowledged.has(toDifferenceKey(difference)));
    const payments = await this.findPaymentsByReference(open.map(({ reference }) => reference));
    const kept: Difference[] = [];
    for (const difference of open) {
      const payment = payments.get(difference.reference);
      if (!payment) kept.push(difference);
      else if (isSettleable(payment.status)) {
        const now = await this.trySettle(payment);
        if (now.status === 'successful') findings.settled += 1;
        else if (now.status !== 'review') kept.push(difference);
      }
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

  /** Ids of the payments' transactions, keyed by payment. */
  private async findTransactionIds(
    differences: readonly Difference[],
  ): Promise<Map<number | null, number>> {
    const ids = differences.map(({ paymentId }) => paymentId).filter((id) => id !== null);
    if (!ids.length) return new Map();
    const rows = await this.uow.manager.find(Payment, {
      where: { id: In(ids) },
      select: { id: true, transactionId: true },
    });
    return new Map(rows.map(({ id, transactionId }) => [id, transactionId]));
  }

  private async findAcknowledged(
    differences: readonly Difference[],
  ): Promise<Map<string, PaymentAcknowledgement>> {
    const rows = await this.acknowledgements.findDifferences(
      differences.map(({ reference }) => reference),
    );
    return new Map(
      rows.map((row) => [
        toDifferenceKey({ kind: row.differenceKind!, reference: row.reference! }),
        row,
      ]),
    );
  }

  private saveRun(
    last: PaymentReconciliation | null,
    run: Omit<PaymentReconciliation, 'id'>,
  ): Promise<PaymentReconciliation> {
    const known = new Set(last?.differences.map(toDifferenceKey));
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

const toDifferenceKey = ({ kind, reference }: Pick<Difference, 'kind' | 'reference'>): string =>
  `${kind} ${reference}`;

const describeDifference = (found: Difference): string =>
  `Reconciliation of ${found.reference}: ${found.kind.replaceAll('_', ' ')}. ` +
  `Ours: ${found.ourStatus ?? 'unknown'} ${found.ourAmount ?? ''}; ` +
  `theirs: ${found.theirStatus ?? 'unknown'} ${found.theirAmount ?? ''}`;
