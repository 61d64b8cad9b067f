import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../../config/app-config';
import { SettingsService } from '../../../settings/settings.service';
import {
  CardProvider,
  type BalanceResult,
  type ChargeResult,
  type CheckoutRequest,
  type CheckoutResult,
  type NairaAccountLookup,
  type NairaAccountRequest,
  type NairaAccountResult,
  type PayInPage,
  type PayoutItemPage,
  type PayoutPage,
  type RefundLookup,
  type RefundRequest,
  type RefundResult,
  type TransferList,
  type WebhookVerification,
} from '../../ports/card-provider.port';
import {
  PAGE_SIZE,
  toPayInPage,
  toRefundLookup,
  toRefundResult,
  toKorapayTime,
} from './korapay-refunds-and-pay-ins.mapper';
import { toBalance, toPayoutItemPage, toPayoutPage } from './korapay-payouts.mapper';
import { isCheckoutUrl } from './checkout-url';
import { toChargeResult, toCheckoutResult } from './korapay-charge.mapper';
import {
  toNairaAccountLookup,
  toNairaAccountResult,
  toTransferList,
} from './korapay-naira-accounts.mapper';
import { verifyKorapayWebhook } from './korapay-webhook';
import { KorapayClient } from './korapay.client';

/** With keys of the test mode it is the only bank. */
const TEST_BANK = '000';

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
      ...(request.channels.length > 0 ? { channels: request.channels } : {}),
      ...(request.channel ? { default_channel: request.channel } : {}),
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
    const query = toListQuery(after, from, to);
    return toPayInPage(await this.client.call('GET', `/pay-ins?${query}`), after);
  }

  async listPayouts(from: Date, to: Date, after: string | null): Promise<PayoutPage> {
    const query = toListQuery(after, from, to);
    return toPayoutPage(await this.client.call('GET', `/payouts?${query}`), after);
  }

  /** Korapay documents no such list; where it answers 404, the items come from the dashboard's file. */
  async listPayoutItems(reference: string, after: string | null): Promise<PayoutItemPage> {
    const path = `/payouts/${encodeURIComponent(reference)}/transactions?${toListQuery(after)}`;
    return toPayoutItemPage(await this.client.call('GET', path), after);
  }

  /** https://developers.korapay.com/docs/virtual-bank-accounts */
  async openNairaAccount(request: NairaAccountRequest): Promise<NairaAccountResult> {
    const { korapaySecretKey } = await this.settings.current();
    const reply = await this.client.call('POST', '/virtual-bank-account', {
      account_name: request.customer.name,
      account_reference: request.reference,
      permanent: true,
      bank_code: korapaySecretKey?.startsWith('sk_test_')
        ? TEST_BANK
        : this.config.korapay.bankCode,
      customer: request.customer,
      kyc: { [request.identity.kind]: request.identity.number },
    });
    const result = toNairaAccountResult(reply);
    if (result.outcome !== 'ready')
      this.logger.warn({ reference: request.reference, ...result }, 'No account from Korapay');
    return result;
  }

  async findNairaAccount(reference: string): Promise<NairaAccountLookup> {
    const path = `/virtual-bank-account/${encodeURIComponent(reference)}`;
    return toNairaAccountLookup(await this.client.call('GET', path));
  }

  async listTransfers(number: string): Promise<TransferList> {
    const path = `/virtual-bank-account/transactions?account_number=${encodeURIComponent(number)}`;
    return toTransferList(await this.client.call('GET', path));
  }

  async getBalance(): Promise<BalanceResult> {
    return toBalance(await this.client.call('GET', '/balances'));
  }

  verifyWebhook(
    rawBody: Buffer,
    signature: string | undefined,
    secrets: readonly string[],
  ): WebhookVerification {
    return verifyKorapayWebhook(rawBody, signature, secrets);
  }
}

const toListQuery = (after: string | null, from?: Date, to?: Date): string =>
  new URLSearchParams({
    currency: 'NGN',
    ...(from && { date_from: toKorapayTime(from) }),
    ...(to && { date_to: toKorapayTime(to) }),
    limit: String(PAGE_SIZE),
    ...(after !== null && { starting_after: after }),
  }).toString();
