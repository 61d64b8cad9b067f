import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { PaymentAcknowledgement } from '../acknowledgements/payment-acknowledgement.entity';
import { PaymentAcknowledgementRepository } from '../acknowledgements/payment-acknowledgement.repository';
import { CardProvider, type PayIn } from '../ports/card-provider.port';
import { TransfersService } from '../naira-accounts/transfers.service';
import { isSettleable } from '../settlement/settlement.decision';
import { SettlementService } from '../settlement/settlement.service';
import {
  confirmsCredit,
  isComparable,
  toDifference,
  compareCredit,
  toUnknownPayIn,
} from './reconciliation.decision';
import { ReconciliationRepository, type ComparedPayment } from './reconciliation.repository';
import type {
  Difference,
  ListedDifference,
  ListedReconciliation,
  ReconciliationRun,
} from './reconciliation.types';

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
    private readonly repository: ReconciliationRepository,
    private readonly provider: CardProvider,
    private readonly settlement: SettlementService,
    private readonly transfers: TransfersService,
    private readonly acknowledgements: PaymentAcknowledgementRepository,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async list(page: Page): Promise<Paged<ListedReconciliation>> {
    const runs = await this.repository.list(page);
    const transactionIds = await this.repository.findTransactionIds(
      runs.rows.flatMap(({ differences }) => differences.map(({ paymentId }) => paymentId)),
    );
    const acknowledged = await this.findAcknowledged(
      runs.rows.flatMap(({ differences }) => differences),
    );
    const complete = (found: Difference): ListedDifference => {
      const seen = acknowledged.get(toDifferenceKey(found));
      return {
        ...found,
        transactionId: transactionIds.get(found.paymentId) ?? null,
        acknowledgedAt: seen?.acknowledgedAt ?? null,
        note: seen?.note ?? null,
      };
    };
    return {
      ...runs,
      rows: runs.rows.map((run) => ({
        ...run,
        differences: run.differences.map(complete),
      })),
    };
  }

  /** @returns null when no provider is configured. */
  async run(): Promise<ReconciliationRun | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = await this.clock.now();
    const [from, to] = [new Date(startedAt.getTime() - WINDOW), startedAt];
    const { payIns, note } = await this.fetchPayIns(from, to);
    const findings: Findings = { differences: [], settled: 0, unanswered: 0 };
    await this.comparePayIns(payIns, findings);
    const credited = await this.repository.findCreditedBetween(
      new Date(from.getTime() + WINDOW_EDGE),
      await this.clock.in(-SETTLEMENT_GRACE_PERIOD),
    );
    const last = await this.repository.findLatest();
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
      const payments = await this.repository.findPaymentsByReference(
        chunk.map(({ reference }) => reference),
      );
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
    last: ReconciliationRun | null,
    done: readonly ComparedPayment[],
    findings: Findings,
  ): Promise<void> {
    const seen = new Set(done.map(({ reference }) => reference));
    const open = (last?.differences ?? []).filter(
      ({ kind, reference }) =>
        (kind === 'credited_not_paid' || kind === 'amount_differs') && !seen.has(reference),
    );
    const payments = await this.repository.findPaymentsByReference(
      open.map(({ reference }) => reference),
    );
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
  private async keepOpenPayIns(last: ReconciliationRun | null, findings: Findings): Promise<void> {
    const found = new Set(findings.differences.map(({ reference }) => reference));
    const earlier = (last?.differences ?? []).filter(
      ({ kind, reference }) =>
        (kind === 'not_ours' || kind === 'not_credited') && !found.has(reference),
    );
    const acknowledged = await this.findAcknowledged(earlier);
    const open = earlier.filter((difference) => !acknowledged.has(toDifferenceKey(difference)));
    const payments = await this.repository.findPaymentsByReference(
      open.map(({ reference }) => reference),
    );
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
    last: ReconciliationRun | null,
    run: Omit<ReconciliationRun, 'id'>,
  ): Promise<ReconciliationRun> {
    const known = new Set(last?.differences.map(toDifferenceKey));
    return this.uow.run(async () => {
      const id = await this.repository.insert(run);
      for (const found of run.differences.filter((one) => !known.has(toDifferenceKey(one)))) {
        this.logger.error({ difference: found }, 'The ledger differs from the card provider');
        await this.audit.record('system', {
          action: 'payment.difference_found',
          target: found.paymentId === null ? 'payments' : `payment:${found.paymentId}`,
          details: describeDifference(found),
        });
      }
      return { id, ...run };
    });
  }
}

const toDifferenceKey = ({ kind, reference }: Pick<Difference, 'kind' | 'reference'>): string =>
  `${kind} ${reference}`;

const describeDifference = (found: Difference): string =>
  `Reconciliation of ${found.reference}: ${found.kind.replaceAll('_', ' ')}. ` +
  `Ours: ${found.ourStatus ?? 'unknown'} ${found.ourAmount ?? ''}; ` +
  `theirs: ${found.theirStatus ?? 'unknown'} ${found.theirAmount ?? ''}`;
