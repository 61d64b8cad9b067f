import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock, MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';
import { WalletService } from '../../wallet/wallet.service';
import { ownPage } from './callback-url';
import { PaymentRepository } from '../payment.repository';
import {
  invalidAmount,
  invalidCallback,
  paymentRefused,
  referenceKnownToProvider,
  topupsDisabled,
  upstreamUnknown,
} from '../payments.errors';
import type { TopupRequest } from '../payments.types';
import { CardProvider } from '../ports/card-provider.port';
import { PAYMENT_LIFETIME } from '../settlement/settlement.decision';

const FIRST_CHECK = 5 * SECOND;
/** Longer than a call to the provider takes: whoever crashed in it is found after this. */
const CRASH_CHECK = MINUTE;

interface Opened {
  readonly paymentId: number;
  readonly transactionId: number;
}

/** Starts top-ups. The payment stands in the database before the provider hears of it. */
@Injectable()
export class TopupService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly provider: CardProvider,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * @throws DomainError invalid (amount, callback_url), conflict REFERENCE_TAKEN, unavailable
   * TOPUPS_DISABLED, upstream_failed PAYMENT_REFUSED or UPSTREAM_UNKNOWN.
   */
  async initialize(
    actor: Actor,
    request: TopupRequest,
  ): Promise<{ checkoutUrl: string; reference: string }> {
    const returnUrl = await this.check(request);
    const opened = await this.uow.run(() => this.open(actor, request));
    this.uow.assertNoTransaction();
    crashPoint('topup.before-provider');
    const { localApiUrl, sandbox, http } = this.config;
    const result = await this.provider.initialize({
      reference: request.reference,
      amount: Money.naira(request.amount),
      customer: { email: actor.email, name: actor.name },
      returnUrl,
      notificationUrl: `${sandbox ? localApiUrl : http.appUrl}/api/v1/payments/webhook/${this.provider.name}`,
      userId: actor.userId,
    });
    crashPoint('topup.after-provider');
    switch (result.outcome) {
      case 'ready':
        await this.uow.run(() => this.keepCheckout(opened, result.checkoutUrl));
        return { checkoutUrl: result.checkoutUrl, reference: request.reference };
      case 'refused':
        await this.uow.run(() => this.fail(actor, request, opened, result.message));
        throw paymentRefused(result.message, result.fields);
      case 'duplicate':
        await this.uow.run(() => this.disown(actor, request, opened));
        throw referenceKnownToProvider();
      case 'unknown':
        await this.checkLater(opened);
        throw upstreamUnknown();
    }
  }

  /** @returns the return address in its normal form. */
  private async check({ amount, callbackUrl }: TopupRequest): Promise<string> {
    const { korapayEnabled, minimumTopup } = await this.settings.current();
    if (!korapayEnabled || !(await this.provider.isConfigured())) throw topupsDisabled();
    if (amount <= 0) throw invalidAmount('Amount must be greater than 0');
    if (amount < minimumTopup)
      throw invalidAmount(`Minimum amount is ${formatNaira(Money.naira(minimumTopup))}`);
    if (amount > MAXIMUM_TOPUP)
      throw invalidAmount(`Maximum amount is ${formatNaira(Money.naira(MAXIMUM_TOPUP))}`);
    const returnUrl = ownPage(callbackUrl, this.config.http.appUrl);
    if (!returnUrl) throw invalidCallback();
    return returnUrl;
  }

  private async open(actor: Actor, request: TopupRequest): Promise<Opened> {
    const amount = Money.naira(request.amount);
    const { id: transactionId } = await this.wallet.openPending({
      userId: actor.userId,
      reference: request.reference,
      type: 'credit',
      purpose: 'topup',
      amount,
      description: 'Wallet top-up',
      metadata: { client: request.metadata },
    });
    const paymentId = await this.payments.insert({
      userId: actor.userId,
      transactionId,
      reference: request.reference,
      provider: this.provider.name,
      amount,
      nextCheckAt: this.clock.in(CRASH_CHECK),
      expiresAt: this.clock.in(PAYMENT_LIFETIME),
    });
    await this.audit.record(actor, {
      action: 'payment.initialized',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} of ${formatNaira(amount)} was started`,
    });
    return { paymentId, transactionId };
  }

  private async keepCheckout({ paymentId }: Opened, checkoutUrl: string): Promise<void> {
    const nextCheckAt = this.clock.in(FIRST_CHECK);
    const moved = await this.payments.move(paymentId, 'pending', { checkoutUrl, nextCheckAt });
    // Somebody paid and settled it while the answer was on its way.
    if (!moved) await this.payments.note(paymentId, { checkoutUrl });
    await this.uow.afterCommit(() =>
      this.jobs.add('payments.verify-payment', { paymentId }, { delay: FIRST_CHECK }),
    );
  }

  private async fail(
    actor: Actor,
    request: TopupRequest,
    { paymentId, transactionId }: Opened,
    reason: string,
  ): Promise<void> {
    if (!(await this.payments.move(paymentId, 'failed', { reason, nextCheckAt: null }))) return;
    await this.wallet.close(transactionId, 'failed');
    await this.audit.record(actor, {
      action: 'payment.failed',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} was refused. ${reason}`,
    });
  }

  /**
   * The provider knew the reference before we ever asked: that charge is not of this payment, so
   * its success must never be credited here. `rejected` is where nothing leads out of.
   */
  private async disown(
    actor: Actor,
    request: TopupRequest,
    { paymentId, transactionId }: Opened,
  ): Promise<void> {
    const reason = 'The provider knew this reference before';
    const held = await this.payments.move(paymentId, 'review', { reason, nextCheckAt: null });
    if (!held) return;
    await this.payments.move(paymentId, 'rejected', { reason, nextCheckAt: null });
    await this.wallet.close(transactionId, 'failed');
    await this.audit.record(actor, {
      action: 'payment.failed',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} was rejected. ${reason}`,
    });
  }

  /** It may exist at the provider or not, so it is only ever asked about, never started again. */
  private async checkLater({ paymentId }: Opened): Promise<void> {
    await this.uow.afterCommit(() =>
      this.jobs.add('payments.verify-payment', { paymentId }, { delay: FIRST_CHECK }),
    );
  }
}
