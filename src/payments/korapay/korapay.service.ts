import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';
import type {
  BalanceResult,
  ChargeResult,
  CheckoutRequest,
  CheckoutResult,
  NairaAccountLookup,
  NairaAccountRequest,
  NairaAccountResult,
  ListPage,
  Missing,
  PayIn,
  ProviderPayout,
  ProviderPayoutItem,
  RefundLookup,
  RefundRequest,
  RefundResult,
  TransferList,
  WebhookVerification,
} from './korapay.types';
import {
  toPayInPage,
  toRefundLookup,
  toRefundResult,
  toBalance,
  toPayoutItemPage,
  toPayoutPage,
  toChargeResult,
  toCheckoutResult,
  toNairaAccountLookup,
  toNairaAccountResult,
  toTransferList,
} from './korapay.mapper';
import { verifyKorapayWebhook } from './korapay-webhook';
import { KorapayClient } from './korapay.client';

/** Serves every checkout page, on subdomains such as checkout.korapay.com. */
const KORAPAY_DOMAIN = 'korapay.com';
const MAX_LENGTH = 2000;

/**
 * Whether the customer's browser may be sent to a URL that Korapay's API has returned: an https page of Korapay.
 * @param sandboxOrigin also allowed, for the simulator's checkout; undefined outside the sandbox.
 */
export function isCheckoutUrl(value: string, sandboxOrigin: string | undefined): boolean {
  if (value.length > MAX_LENGTH || !URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(value);
  if (username || password) return false;
  if (sandboxOrigin !== undefined && origin === new URL(sandboxOrigin).origin) return true;
  const isKorapay = hostname === KORAPAY_DOMAIN || hostname.endsWith(`.${KORAPAY_DOMAIN}`);
  return protocol === 'https:' && port === '' && isKorapay;
}

const PAGE_SIZE = 100;
/** With keys of the test mode it is the only bank. */
const TEST_BANK = '000';

/**
 * Korapay's API. Lookups may be repeated; a checkout, a refund or an account is asked for at most once per reference. No
 * call throws: an outcome that is not known is `unknown`. https://developers.korapay.com/docs/checkout-redirect
 */
@Injectable()
export class KorapayService {
  /** Stored with each payment. */
  readonly name: string = 'korapay';
  private readonly logger = new Logger(KorapayService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly client: KorapayClient,
  ) {}

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

  async listPayIns(from: Date, to: Date, after: string | null): Promise<ListPage<PayIn>> {
    const query = toListQuery(after, from, to);
    return toPayInPage(await this.client.call('GET', `/pay-ins?${query}`), after);
  }

  async listPayouts(from: Date, to: Date, after: string | null): Promise<ListPage<ProviderPayout>> {
    const query = toListQuery(after, from, to);
    return toPayoutPage(await this.client.call('GET', `/payouts?${query}`), after);
  }

  /** Korapay documents no such list; where it answers 404, the items come from the dashboard's file. */
  async listPayoutItems(
    reference: string,
    after: string | null,
  ): Promise<ListPage<ProviderPayoutItem> | Missing> {
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

/**
 * Hands the pages of a list to `take`, until it says why it cannot go on.
 * @returns why the list was not read to its end, or null.
 */
export async function readPages<T>(
  maxPages: number,
  list: (after: string | null) => Promise<ListPage<T>>,
  take: (rows: readonly T[]) => Promise<string | null> | null,
): Promise<string | null> {
  let after: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListPage<T> = await list(after);
    if (page.outcome === 'unknown') return page.reason;
    const obstacle = await take(page.rows);
    if (obstacle !== null || page.next === null) return obstacle;
    after = page.next;
  }
  return `The list has more than ${maxPages} pages`;
}

/** `YYYY-MM-DD-HH-MM-SS`, in UTC. https://developers.korapay.com/docs/pay-ins-history-api */
const toKorapayTime = (at: Date): string => at.toISOString().slice(0, 19).replace(/[T:]/g, '-');

const toListQuery = (after: string | null, from?: Date, to?: Date): string =>
  new URLSearchParams({
    currency: 'NGN',
    ...(from && { date_from: toKorapayTime(from) }),
    ...(to && { date_to: toKorapayTime(to) }),
    limit: String(PAGE_SIZE),
    ...(after !== null && { starting_after: after }),
  }).toString();
