import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { idempotencyKeyReused } from '../../common/errors/domain-error';
import { formatNaira, Money } from '../../common/money/money';
import type { StandingResults } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { MAXIMUM_TOPUP, toTopupChannels, type TopupChannel } from '../../settings/settings.types';
import { WalletService } from '../../wallet/wallet.service';
import { CouponsService } from '../coupons/coupons.service';
import { parseSameOriginUrl } from './callback-url';
import { PaymentRepository } from '../payment.repository';
import {
  channelNotOffered,
  invalidAmount,
  invalidCallbackUrl,
  memberWithoutWallet,
  paymentRefused,
  referenceTakenAtProvider,
  tooManyOpenTopups,
  topupsDisabled,
  upstreamUnknown,
} from '../payments.errors';
import { MAX_OPEN_TOPUPS, type TopupRequest } from '../payments.types';
import { CardProvider } from '../ports/card-provider.port';
import { PAYMENT_LIFETIME } from '../settlement/settlement.decision';

const FIRST_CHECK_DELAY = 5 * SECOND;
/** Longer than the provider's timeout, so that a start interrupted by a crash is checked after it. */
const CRASH_RECOVERY_DELAY = MINUTE;

interface StartedTopup {
  readonly checkoutUrl: string;
  readonly reference: string;
}

interface CheckoutTerms {
  readonly returnUrl: string;
  readonly channels: readonly TopupChannel[];
}

interface CreatedPayment {
  readonly paymentId: number;
  readonly transactionId: number;
}

/** Starts top-ups. The payment is committed before the provider is called. */
@Injectable()
export class TopupService implements StandingResults {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly coupons: CouponsService,
    private readonly provider: CardProvider,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * @throws DomainError invalid (amount, callback_url, channel, coupon), conflict REFERENCE_TAKEN, TOO_MANY_OPEN_TOP_UPS, ACTS_FOR_TEAM
   * or IDEMPOTENCY_KEY_REUSED, unavailable TOPUPS_DISABLED, upstream_failed PAYMENT_REFUSED or UPSTREAM_UNKNOWN.
   */
  async initialize(actor: Actor, request: TopupRequest): Promise<StartedTopup> {
    const earlier = await this.findEarlier(actor, request);
    if (earlier) return earlier;
    const { returnUrl, channels } = await this.validate(request);
    const created = await this.uow.run(() => this.createPayment(actor, request));
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
      channels,
      channel: request.channel,
    });
    crashPoint('topup.after-provider');
    switch (result.outcome) {
      case 'ready':
        await this.uow.run(() => this.storeCheckoutUrl(created, result.checkoutUrl));
        return { checkoutUrl: result.checkoutUrl, reference: request.reference };
      case 'refused':
        await this.uow.run(() => this.markFailed(actor, request, created, result.message));
        throw paymentRefused(result.message, result.fields);
      case 'duplicate':
        await this.uow.run(() => this.rejectDuplicate(actor, request, created));
        throw referenceTakenAtProvider();
      case 'unknown':
        await this.scheduleCheck(created);
        throw upstreamUnknown();
    }
  }

  /** Whether a call with the key has a checkout page, which answers its repetition. */
  async hasResult(userId: number, key: string): Promise<boolean> {
    return Boolean((await this.payments.findStarted(userId, key))?.checkoutUrl);
  }

  /**
   * What the first call with the key started.
   * @throws DomainError conflict IDEMPOTENCY_KEY_REUSED when it was for another reference or amount.
   * @throws DomainError upstream_failed UPSTREAM_UNKNOWN when it never learned the address of its checkout page.
   */
  private async findEarlier(
    { userId }: Actor,
    { reference, amount, idempotencyKey }: TopupRequest,
  ): Promise<StartedTopup | null> {
    const payment = idempotencyKey && (await this.payments.findStarted(userId, idempotencyKey));
    if (!payment) return null;
    if (payment.reference !== reference || payment.amountKobo !== Money.naira(amount).kobo)
      throw idempotencyKeyReused();
    if (!payment.checkoutUrl) throw upstreamUnknown();
    return { checkoutUrl: payment.checkoutUrl, reference };
  }

  /** @returns the normalized return URL, and the ways to pay that are offered. */
  private async validate({ amount, callbackUrl, channel }: TopupRequest): Promise<CheckoutTerms> {
    const settings = await this.settings.current();
    const { korapayEnabled, minimumTopup } = settings;
    if (!korapayEnabled || !(await this.provider.isConfigured())) throw topupsDisabled();
    if (amount <= 0) throw invalidAmount('Amount must be greater than 0');
    if (amount < minimumTopup)
      throw invalidAmount(`Minimum amount is ${formatNaira(Money.naira(minimumTopup))}`);
    if (amount > MAXIMUM_TOPUP)
      throw invalidAmount(`Maximum amount is ${formatNaira(Money.naira(MAXIMUM_TOPUP))}`);
    const returnUrl = parseSameOriginUrl(callbackUrl, this.config.http.appUrl);
    if (!returnUrl) throw invalidCallbackUrl();
    const channels = toTopupChannels(settings);
    if (channel && !channels.includes(channel)) throw channelNotOffered();
    return { returnUrl, channels };
  }

  private async createPayment(actor: Actor, request: TopupRequest): Promise<CreatedPayment> {
    const amount = Money.naira(request.amount);
    const now = await this.clock.now();
    const open = await this.payments.lockOpenTopups(actor.userId, now);
    if (await this.payments.isMember(actor.userId)) throw memberWithoutWallet();
    const { id: transactionId } = await this.wallet.createPending({
      userId: actor.userId,
      reference: request.reference,
      type: 'credit',
      purpose: 'topup',
      amount,
      description: 'Wallet top-up',
      metadata: { client: request.metadata },
    });
    // After the insert, so that a used reference is reported as such.
    if (open.length >= MAX_OPEN_TOPUPS) throw tooManyOpenTopups(open);
    const paymentId = await this.payments.insert({
      userId: actor.userId,
      transactionId,
      reference: request.reference,
      idempotencyKey: request.idempotencyKey ?? null,
      provider: this.provider.name,
      amount,
      nextCheckAt: new Date(now.getTime() + CRASH_RECOVERY_DELAY),
      expiresAt: new Date(now.getTime() + PAYMENT_LIFETIME),
    });
    if (request.coupon) await this.coupons.reserve(actor.userId, paymentId, request.coupon, amount);
    await this.audit.record(actor, {
      action: 'payment.initialized',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} of ${formatNaira(amount)} was started`,
    });
    return { paymentId, transactionId };
  }

  private async storeCheckoutUrl(
    { paymentId }: CreatedPayment,
    checkoutUrl: string,
  ): Promise<void> {
    const nextCheckAt = await this.clock.in(FIRST_CHECK_DELAY);
    const moved = await this.payments.transition(paymentId, 'pending', {
      checkoutUrl,
      nextCheckAt,
    });
    // The payment was settled before the provider's response arrived.
    if (!moved) await this.payments.update(paymentId, { checkoutUrl });
    await this.uow.afterCommit(() =>
      this.jobs.add('payments.verify-payment', { paymentId }, { delay: FIRST_CHECK_DELAY }),
    );
  }

  private async markFailed(
    actor: Actor,
    request: TopupRequest,
    { paymentId, transactionId }: CreatedPayment,
    reason: string,
  ): Promise<void> {
    if (!(await this.payments.transition(paymentId, 'failed', { reason, nextCheckAt: null })))
      return;
    await this.wallet.closePending(transactionId, 'failed');
    await this.coupons.release(paymentId);
    await this.audit.record(actor, {
      action: 'payment.failed',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} was refused. ${reason}`,
    });
  }

  /**
   * The provider knew the reference before this request: the existing charge belongs to another payment
   * and must never be credited here. `rejected` is final.
   */
  private async rejectDuplicate(
    actor: Actor,
    request: TopupRequest,
    { paymentId, transactionId }: CreatedPayment,
  ): Promise<void> {
    const reason = 'The provider knew this reference before';
    const inReview = await this.payments.transition(paymentId, 'review', {
      reason,
      nextCheckAt: null,
    });
    if (!inReview) return;
    await this.payments.transition(paymentId, 'rejected', { reason, nextCheckAt: null });
    await this.wallet.closePending(transactionId, 'failed');
    await this.coupons.release(paymentId);
    await this.audit.record(actor, {
      action: 'payment.failed',
      target: `payment:${paymentId}`,
      details: `Top-up ${request.reference} was rejected. ${reason}`,
    });
  }

  /** The outcome is unknown: the charge is only looked up, never started again. */
  private async scheduleCheck({ paymentId }: CreatedPayment): Promise<void> {
    await this.uow.afterCommit(() =>
      this.jobs.add('payments.verify-payment', { paymentId }, { delay: FIRST_CHECK_DELAY }),
    );
  }
}
