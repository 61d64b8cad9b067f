import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Page, Paged } from '../../common/http/pagination';
import { Clock, DAY, HOUR, MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { CardProvider, type PayIn } from '../ports/card-provider.port';
import { isUndecided } from '../settlement/settlement.decision';
import { SettlementService } from '../settlement/settlement.service';
import { agrees, difference, isComparable, judgeCredit, notOurs } from './reconciliation.decision';
import { ReconciliationRepository, type ComparedPayment } from './reconciliation.repository';
import type { Difference, ReconciliationRun } from './reconciliation.types';

const WINDOW = 2 * DAY;
/** At the window's edges a payment and its pay-in may fall on different sides. */
const OLD_EDGE = HOUR;
/** So long the ordinary ways have before a payment counts as missed. */
const YOUNG = 15 * MINUTE;
const MOST_PAGES = 1000;
const CHUNK = 500;
/** A list that lacks more than this of what we credited is no list to go by. */
const MOST_QUESTIONS = 500;
const MOST_DIFFERENCES = 500;

/** What a run has found so far. */
interface Findings {
  differences: Difference[];
  settled: number;
  /** Charges the provider gave no answer about. */
  unanswered: number;
}

/**
 * Compares our payments with the provider's own list, both ways. What they have paid and we have not
 * credited goes through the one settle; every other difference is for people.
 */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger(ReconciliationService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly repository: ReconciliationRepository,
    private readonly provider: CardProvider,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
  ) {}

  list(page: Page): Promise<Paged<ReconciliationRun>> {
    return this.repository.list(page);
  }

  /** @returns null when there is no provider to compare with. */
  async run(): Promise<ReconciliationRun | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = this.clock.now();
    const [from, to] = [this.clock.in(-WINDOW), startedAt];
    const { theirs, note } = await this.readList(from, to);
    const findings: Findings = { differences: [], settled: 0, unanswered: 0 };
    await this.compareTheirs(theirs, findings);
    const credited = await this.repository.creditedBetween(
      new Date(from.getTime() + OLD_EDGE),
      this.clock.in(-YOUNG),
    );
    const last = await this.repository.last();
    const suspects = note === null ? credited.filter(isComparable) : [];
    await this.compareOurs(
      suspects.filter((payment) => !agrees(payment, theirs.get(payment.reference))),
      findings,
    );
    await this.askAgain(last, suspects, findings);
    return this.keep(last, {
      windowFrom: from,
      windowTo: to,
      complete: note === null && findings.unanswered === 0,
      listed: theirs.size,
      credited: credited.length,
      settled: findings.settled,
      differences: findings.differences.slice(0, MOST_DIFFERENCES),
      note:
        note ?? (findings.unanswered ? `${findings.unanswered} charges without an answer` : null),
      startedAt,
      finishedAt: this.clock.now(),
    });
  }

  /** @returns by reference, a success before any other; `note` when it is not the whole list. */
  private async readList(
    from: Date,
    to: Date,
  ): Promise<{ theirs: Map<string, PayIn>; note: string | null }> {
    const theirs = new Map<string, PayIn>();
    let after: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page = await this.provider.listPayIns(from, to, after);
      if (page.outcome === 'unknown') return { theirs, note: page.reason };
      for (const payIn of page.payIns)
        if (theirs.get(payIn.reference)?.status !== 'success') theirs.set(payIn.reference, payIn);
      if (page.next === null) return { theirs, note: null };
      after = page.next;
    }
    return { theirs, note: `The list has more than ${MOST_PAGES} pages` };
  }

  private async compareTheirs(theirs: Map<string, PayIn>, findings: Findings): Promise<void> {
    const paid = [...theirs.values()].filter(({ status }) => status === 'success');
    for (let start = 0; start < paid.length; start += CHUNK) {
      const chunk = paid.slice(start, start + CHUNK);
      const ours = await this.repository.paymentsOf(chunk.map(({ reference }) => reference));
      for (const payIn of chunk) {
        const payment = ours.get(payIn.reference);
        if (!payment) findings.differences.push(notOurs(payIn));
        else if (isUndecided(payment.status)) await this.settle(payment, payIn, findings);
      }
    }
  }

  private async settle(payment: ComparedPayment, payIn: PayIn, findings: Findings): Promise<void> {
    const now = await this.trySettle(payment);
    if (now.status === 'successful') findings.settled += 1;
    const age = this.clock.now().getTime() - payment.createdAt.getTime();
    // One in review is told of as such.
    if (age < YOUNG || now.status === 'review') return;
    findings.differences.push(
      difference(now.status === 'successful' ? 'settled_late' : 'not_credited', now, payIn),
    );
  }

  /** One that cannot be settled is told of, and must not keep the others from it. */
  private async trySettle(payment: ComparedPayment): Promise<ComparedPayment> {
    try {
      return (await this.settlement.settleById(payment.id)) ?? payment;
    } catch (error) {
      this.logger.error({ err: error, paymentId: payment.id }, 'A payment could not be settled');
      return payment;
    }
  }

  /** The list may lag or leave out; the charge itself decides. */
  private async compareOurs(
    suspects: readonly ComparedPayment[],
    findings: Findings,
  ): Promise<void> {
    findings.unanswered += Math.max(0, suspects.length - MOST_QUESTIONS);
    for (const payment of suspects.slice(0, MOST_QUESTIONS)) {
      const judged = judgeCredit(payment, await this.provider.find(payment.reference));
      if (judged.outcome === 'differs') findings.differences.push(judged.difference);
      if (judged.outcome === 'unknown') findings.unanswered += 1;
    }
  }

  /** A difference about a credit stays until it is over, also when its payment has left the window. */
  private async askAgain(
    last: ReconciliationRun | null,
    done: readonly ComparedPayment[],
    findings: Findings,
  ): Promise<void> {
    const seen = new Set(done.map(({ reference }) => reference));
    const open = (last?.differences ?? []).filter(
      ({ kind, reference }) =>
        (kind === 'credited_not_paid' || kind === 'amount_differs') && !seen.has(reference),
    );
    const ours = await this.repository.paymentsOf(open.map(({ reference }) => reference));
    for (const earlier of open) {
      const payment = ours.get(earlier.reference);
      if (!payment || !isComparable(payment)) continue;
      const judged = judgeCredit(payment, await this.provider.find(payment.reference));
      if (judged.outcome === 'unknown') findings.unanswered += 1;
      if (judged.outcome !== 'agrees')
        findings.differences.push(judged.outcome === 'differs' ? judged.difference : earlier);
    }
  }

  private keep(
    last: ReconciliationRun | null,
    run: Omit<ReconciliationRun, 'id'>,
  ): Promise<ReconciliationRun> {
    const known = new Set(last?.differences.map(nameOf));
    return this.uow.run(async () => {
      const id = await this.repository.insert(run);
      for (const found of run.differences.filter((one) => !known.has(nameOf(one)))) {
        this.logger.error({ difference: found }, 'The books differ from the card provider');
        await this.audit.record('system', {
          action: 'payment.difference_found',
          target: found.paymentId === null ? 'payments' : `payment:${found.paymentId}`,
          details: tell(found),
        });
      }
      return { id, ...run };
    });
  }
}

const nameOf = ({ kind, reference }: Difference): string => `${kind} ${reference}`;

const tell = (found: Difference): string =>
  `Reconciliation of ${found.reference}: ${found.kind.replaceAll('_', ' ')}. ` +
  `Ours: ${found.ourStatus ?? 'unknown'} ${found.ourAmount ?? ''}; ` +
  `theirs: ${found.theirStatus ?? 'unknown'} ${found.theirAmount ?? ''}`;
