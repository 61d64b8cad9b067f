import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../../config/app-config';
import { SettingsService } from '../../../settings/settings.service';
import {
  CardProvider,
  type ChargeResult,
  type CheckoutRequest,
  type CheckoutResult,
  type PayInPage,
  type RefundLookup,
  type RefundRequest,
  type RefundResult,
  type WebhookVerification,
} from '../../ports/card-provider.port';
import {
  PAGE_SIZE,
  toPayInPage,
  toRefundLookup,
  toRefundResult,
  toKorapayTime,
} from './korapay-refunds-and-pay-ins.mapper';
import { isCheckoutUrl } from './checkout-url';
import { toChargeResult, toCheckoutResult } from './korapay-charge.mapper';
import { verifyKorapayWebhook } from './korapay-webhook';
import { KorapayClient } from './korapay.client';

/** Korapay's checkout and charges. https://developers.korapay.com/docs/checkout-redirect */
@Injectable()
export class KorapayAdapter extends CardProvider {
  readonly name = 'korapay';
  private readonly logger = new Logger(KorapayAdapter.name);

  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly client: KorapayClient,
  ) {
    super();
  }

  async isConfigured(): Promise<boolean> {
    return Boolean((await this.settings.current()).korapaySecretKey);
  }

  async initialize(request: CheckoutRequest): Promise<CheckoutResult> {
    const reply = await this.client.call('POST', '/charges/initialize', {
      reference: request.reference,
      amount: request.amount.toNaira(),
      currency: request.amount.currency,
      redirect_url: request.returnUrl,
      notification_url: request.notificationUrl,
      customer: request.customer,
      // Without it Korapay may charge the customer its fee.
      merchant_bears_cost: true,
      narration: 'Wallet top-up',
      // At most five keys of letters, digits and hyphens.
      metadata: { purpose: 'wallet-topup', 'user-id': String(request.userId) },
    });
    const sandboxOrigin = this.config.sandbox ? this.config.http.appUrl : undefined;
    const result = toCheckoutResult(reply, request.reference, (url) =>
      isCheckoutUrl(url, sandboxOrigin),
    );
    if (result.outcome !== 'ready')
      this.logger.warn({ reference: request.reference, ...result }, 'No checkout from Korapay');
    return result;
  }

  async findCharge(reference: string): Promise<ChargeResult> {
    const reply = await this.client.call('GET', `/charges/${encodeURIComponent(reference)}`);
    const result = toChargeResult(reply);
    if (result.outcome === 'unknown')
      this.logger.warn(
        { reference, reason: result.reason },
        'Charge lookup at Korapay without a result',
      );
    return result;
  }

  async refund(request: RefundRequest): Promise<RefundResult> {
    const reply = await this.client.call('POST', '/refunds/initiate', {
      payment_reference: request.reference,
      reference: request.refundReference,
      amount: Number(request.amount.toDecimalString()),
      reason: request.reason.slice(0, 200),
    });
    const result = toRefundResult(reply);
    if (result.outcome !== 'taken')
      this.logger.warn({ refund: request.refundReference, ...result }, 'No refund from Korapay');
    return result;
  }

  async findRefund(refundReference: string): Promise<RefundLookup> {
    return toRefundLookup(
      await this.client.call('GET', `/refunds/${encodeURIComponent(refundReference)}`),
    );
  }

  async listPayIns(from: Date, to: Date, after: string | null): Promise<PayInPage> {
    const query = new URLSearchParams({
      currency: 'NGN',
      date_from: toKorapayTime(from),
      date_to: toKorapayTime(to),
      limit: String(PAGE_SIZE),
      ...(after === null ? {} : { starting_after: after }),
    });
    return toPayInPage(await this.client.call('GET', `/pay-ins?${query}`), after);
  }

  verifyWebhook(
    rawBody: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
  ): WebhookVerification {
    return verifyKorapayWebhook(rawBody, signature, secrets);
  }
}
