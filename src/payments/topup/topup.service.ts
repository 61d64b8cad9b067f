import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { idempotencyKeyReused } from '../../common/errors/domain-error';
import { withMessage, type StoredResults } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { MAXIMUM_TOPUP, toTopupChannels, type TopupChannel } from '../../settings/settings.types';
import { WalletService } from '../../wallet/wallet.service';
import { toReview } from '../../wallet/wallet.types';
import { CouponsService } from '../coupons/coupons.service';
import { KorapayService } from '../korapay/korapay.service';
import { isOpen, PAYMENT_LIFETIME, type Payment, type PaymentStatus } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import {
  channelNotOffered,
  invalidAmount,
  invalidCallbackUrl,
  memberWithoutWallet,
  paymentNotFound,
  paymentNotPending,
  paymentRefused,
  referenceTakenAtProvider,
  tooManyOpenTopups,
  topupsDisabled,
  upstreamUnknown,
} from '../payments.errors';
import { MAX_OPEN_TOPUPS, REFERENCE_PATTERN } from '../payments.types';
import { SettlementService } from '../settlement/settlement.service';
import {
  parseSameOriginUrl,
  type ClosedReason,
  type CustomerPaymentStatus,
  type InitializeTopupDto,
  type InitializeTopupResponse,
  type PaymentCheckoutData,
  type VerifyPaymentData,
} from './topup.dto';

const FIRST_CHECK_DELAY = 5 * SECOND;
/** Longer than the provider's timeout, so that a start interrupted by a crash is checked after it. */
const CRASH_RECOVERY_DELAY = MINUTE;

const KNOWN_BEFORE = 'The provider knew this reference before';

const CUSTOMER_STATUSES: Record<PaymentStatus, CustomerPaymentStatus> = {
  created: 'pending',
  pending: 'pending',
  review: 'pending',
  successful: 'successful',
  failed: 'failed',
  expired: 'failed',
  rejected: 'failed',
};

const VERIFIED_MESSAGES: Record<CustomerPaymentStatus, string> = {
  successful: 'Payment verified successfully!',
  pending: 'Payment is still being processed. Please wait...',
  failed: 'Payment failed. Please try again or contact support.',
};

const CLOSED_REASONS_BY_STATUS: Partial<Record<PaymentStatus, ClosedReason>> = {
  failed: 'declined',
  expired: 'expired',
  rejected: 'rejected',
};

interface CreatedPayment {
  readonly paymentId: number;
  readonly transactionId: number;
}

/** Top-ups of customers. A payment is committed before the provider is called. */
@Injectable()
export class TopupService implements StoredResults {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly coupons: CouponsService,
    private readonly provider: KorapayService,
    private readonly settlement: SettlementService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  async initialize(
    actor: Actor,
    request: InitializeTopupDto,
    idempotencyKey?: string,
  ): Promise<InitializeTopupResponse> {
    const { reference } = request;
    const earlier = idempotencyKey && (await this.findEarlier(actor, request, idempotencyKey));
    if (earlier) return toStarted(reference, earlier);
    const { returnUrl, channels } = await this.validate(request);
    const created = await this.uow.run(() => this.createPayment(actor, request, idempotencyKey));
    this.uow.assertNoTransaction();
    crashPoint('topup.before-provider');
    const { localApiUrl, sandbox, http } = this.config;
    const result = await this.provider.initialize({
      reference,
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
        return toStarted(reference, result.checkoutUrl);
      case 'refused':
        await this.close(actor, request, created, ['failed'], result.message);
        throw paymentRefused(result.message, result.fields);
      case 'duplicate':
        // The existing charge belongs to another payment and must never be credited here. `rejected` is final.
        await this.close(actor, request, created, ['review', 'rejected'], KNOWN_BEFORE);
        throw referenceTakenAtProvider();
      case 'unknown':
        // The charge is only looked up, never started again.
        await this.scheduleCheck(created);
        throw upstreamUnknown();
    }
  }

  /** Whether a call with the key has a checkout page, which answers its repetition. */
  async hasResult(userId: number, key: string): Promise<boolean> {
    return Boolean((await this.payments.findStarted(userId, key))?.checkoutUrl);
  }

  /** Looks the charge up at the provider and settles it when it is paid. */
  async verify(actor: Actor, reference: string): Promise<VerifyPaymentData> {
    const payment = await this.settlement.settlePayment(await this.getOwned(actor, reference));
    const line = await this.wallet.findTransaction(payment.transactionId);
    if (!line) throw paymentNotFound();
    const status = CUSTOMER_STATUSES[payment.status];
    const { id, description, type, currency } = line;
    const transaction = {
      ...{ id, reference: line.reference, description, type, currency, status },
      amount: line.amount.toNaira(),
      payment_method: line.paymentMethod,
      created_at: line.createdAt,
      processed_at: line.processedAt,
    };
    return withMessage({ transaction, status }, VERIFIED_MESSAGES[status]);
  }

  async find(actor: Actor, reference: string): Promise<PaymentCheckoutData> {
    return this.toCheckout(await this.getOwned(actor, reference));
  }

  /**
   * Closes the statement line only. The payment stays open: settlement looks it up as before and
   * credits it when it is paid. The locks are those of a settlement, in the same order.
   */
  async cancel(actor: Actor, reference: string): Promise<PaymentCheckoutData> {
    const { id } = await this.getOwned(actor, reference);
    const cancelled = await this.uow.run(async () => {
      const payment = await this.payments.lockById(id);
      const checkout = await this.toCheckout(payment);
      if (checkout.status === 'cancelled') return checkout;
      if (
        !checkout.can_cancel ||
        !(await this.wallet.closePending(payment.transactionId, 'cancelled'))
      )
        throw paymentNotPending(checkout.status);
      await this.coupons.release(id);
      await this.audit.record(actor, {
        action: 'payment.cancelled',
        target: `payment:${id}`,
        details: `Top-up ${payment.reference} of ${formatNaira(payment.amount)} was cancelled by the customer`,
      });
      crashPoint('cancel.before-commit');
      return this.toCheckout(payment);
    });
    return withMessage(
      cancelled,
      'Payment cancelled. If you have paid already, the money is still added to your wallet.',
    );
  }

  private async getOwned({ userId }: Actor, reference: string): Promise<Payment> {
    const own = REFERENCE_PATTERN.test(reference)
      ? await this.payments.findOwned(userId, reference)
      : null;
    if (!own) throw paymentNotFound();
    return own;
  }

  private async toCheckout(payment: Payment): Promise<PaymentCheckoutData> {
    const line = await this.wallet.findTransaction(payment.transactionId);
    if (!line) throw new Error(`Payment ${payment.id} has no wallet transaction`);
    // The provider has not reported any money.
    const isUnpaid = line.status === 'pending' && isOpen(payment.status);
    const isPayable = isUnpaid && (await this.clock.now()) < payment.expiresAt;
    const closedReason = CLOSED_REASONS_BY_STATUS[payment.status] ?? null;
    return {
      reference: payment.reference,
      amount: payment.amount.toNaira(),
      status: line.status,
      checkout_url: isPayable ? payment.checkoutUrl : null,
      can_cancel: isUnpaid,
      closed_reason: line.status === 'failed' ? closedReason : null,
      review: payment.status === 'review' ? toReview(payment.received) : null,
      created_at: payment.createdAt,
    };
  }

  /** The checkout page that the first call with the key started; null when there was none. */
  private async findEarlier(
    { userId }: Actor,
    { reference, amount }: InitializeTopupDto,
    idempotencyKey: string,
  ): Promise<string | null> {
    const payment = await this.payments.findStarted(userId, idempotencyKey);
    if (!payment) return null;
    if (payment.reference !== reference || !payment.amount.equals(Money.naira(amount)))
      throw idempotencyKeyReused();
    if (!payment.checkoutUrl) throw upstreamUnknown();
    return payment.checkoutUrl;
  }

  /** @returns the normalized return URL, and the ways to pay that are offered. */
  private async validate({
    amount,
    callback_url: callbackUrl,
    channel,
  }: InitializeTopupDto): Promise<{ returnUrl: string; channels: readonly TopupChannel[] }> {
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

  private async createPayment(
    actor: Actor,
    request: InitializeTopupDto,
    idempotencyKey: string | undefined,
  ): Promise<CreatedPayment> {
    const { userId } = actor;
    const { reference } = request;
    const amount = Money.naira(request.amount);
    const now = await this.clock.now();
    const open = await this.payments.lockOpenTopups(userId, now);
    if (await this.payments.isMember(userId)) throw memberWithoutWallet();
    const { id: transactionId } = await this.wallet.createPending({
      ...{ userId, reference, type: 'credit', purpose: 'topup', amount },
      description: 'Wallet top-up',
      metadata: { client: request.metadata ?? {} },
    });
    // After the insert, so that a used reference is reported as such.
    if (open.length >= MAX_OPEN_TOPUPS) throw tooManyOpenTopups(open);
    const paymentId = await this.payments.insert({
      ...{ userId, transactionId, reference, idempotencyKey, amount },
      provider: this.provider.name,
      nextCheckAt: new Date(now.getTime() + CRASH_RECOVERY_DELAY),
      expiresAt: new Date(now.getTime() + PAYMENT_LIFETIME),
    });
    if (request.coupon) await this.coupons.reserve(userId, paymentId, request.coupon, amount);
    await this.audit.record(actor, {
      action: 'payment.initialized',
      target: `payment:${paymentId}`,
      details: `Top-up ${reference} of ${formatNaira(amount)} was started`,
    });
    return { paymentId, transactionId };
  }

  private async storeCheckoutUrl(created: CreatedPayment, checkoutUrl: string): Promise<void> {
    const { paymentId } = created;
    const nextCheckAt = await this.clock.in(FIRST_CHECK_DELAY);
    const change = { checkoutUrl, nextCheckAt };
    // Unless the payment was settled before the provider's response arrived.
    if (!(await this.payments.transition(paymentId, 'pending', change)))
      await this.payments.update(paymentId, { checkoutUrl });
    await this.scheduleCheck(created);
  }

  private async scheduleCheck({ paymentId }: CreatedPayment): Promise<void> {
    await this.uow.afterCommit(() =>
      this.jobs.add('payments.verify-payment', { paymentId }, { delay: FIRST_CHECK_DELAY }),
    );
  }

  /** Unless the payment was settled before the provider's response arrived. */
  private close(
    actor: Actor,
    { reference }: InitializeTopupDto,
    { paymentId, transactionId }: CreatedPayment,
    path: readonly ('failed' | 'review' | 'rejected')[],
    reason: string,
  ): Promise<void> {
    return this.uow.run(async () => {
      for (const status of path)
        if (!(await this.payments.transition(paymentId, status, { reason, nextCheckAt: null })))
          return;
      await this.wallet.closePending(transactionId, 'failed');
      await this.coupons.release(paymentId);
      const outcome = path.includes('rejected') ? 'rejected' : 'refused';
      await this.audit.record(actor, {
        action: 'payment.failed',
        target: `payment:${paymentId}`,
        details: `Top-up ${reference} was ${outcome}. ${reason}`,
      });
    });
  }
}

const toStarted = (reference: string, checkoutUrl: string): InitializeTopupResponse => ({
  success: true,
  message: 'Payment initialized successfully!',
  payment_data: { data: { checkout_url: checkoutUrl, reference } },
});
