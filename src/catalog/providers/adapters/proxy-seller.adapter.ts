import { alpha2ToAlpha3, alpha3ToAlpha2 } from 'i18n-iso-countries';
import { Injectable } from '@nestjs/common';
import {
  toMicros,
  toObject,
  toObjects,
  toText,
  ProviderRefusal,
  ProviderOutcomeUnknown,
  ProviderHttp,
} from './provider-http';
import type {
  AccountState,
  AddressProvider,
  PlacedOrder,
  ProviderAccount,
  ProviderAdapter,
  ProviderAddress,
  ReplacementReason,
  StockOffers,
  StockOrder,
  StockProvider,
} from '../providers.types';

/** @param code alpha-3 in any case. @returns alpha-2 in lower case. */
const toAlpha2 = (code: string): string | undefined =>
  alpha3ToAlpha2(code.toUpperCase())?.toLowerCase();

/** Dedicated IPv4 addresses of datacenters. */
const SECTION = 'ipv4';
/** What the addresses are for, which the provider wants to know. */
const PURPOSE = 'proxy service';
/** By the unit of a period's id, such as 3m. */
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };
const PER_PAGE = 50;
const MAX_PAGES = 400;
const REASONS: Readonly<Record<ReplacementReason, string>> = {
  not_working: 'NOT_WORK',
  wrong_location: 'INCORRECT_LOCATION',
  too_slow: 'LOW_SPEED',
  other_network: 'CANT_CHANGE_NETWORK',
};

/**
 * Proxy-Seller's client API v2: the key is part of the path, nearly every answer has status 200 and its outcome in an
 * envelope, and there are no idempotency keys. Ids change with every renewal, so addresses are what identifies a unit.
 */
@Injectable()
export class ProxySellerAdapter implements ProviderAdapter, StockProvider, AddressProvider {
  readonly stock = this;
  readonly addresses = this;

  constructor(private readonly http: ProviderHttp) {}

  async readState(account: ProviderAccount): Promise<AccountState> {
    const data = await this.call(account, 'GET', 'balance');
    const balanceMicros = toMicros(typeof data === 'object' ? toObject(data).summ : data);
    return { balanceMicros, leftGb: null, count: null };
  }

  async offers(account: ProviderAccount): Promise<StockOffers> {
    const data = toObject(await this.call(account, 'GET', `reference/list/${SECTION}`));
    const items = toObject(data.items ?? data);
    return {
      countries: toObjects(items.country).flatMap(({ id }) => toAlpha2(String(id)) ?? []),
      periods: toObjects(items.period).flatMap(({ id, name }) => {
        const period = toText(id);
        return period ? [{ id: period, name: toText(name) ?? period }] : [];
      }),
    };
  }

  getDays(period: string): number | null {
    const [, count, unit] = /^(\d+)([dwmy])$/i.exec(period) ?? [];
    return unit ? Number(count) * DAYS[unit.toLowerCase()]! : null;
  }

  async quote(account: ProviderAccount, order: StockOrder): Promise<bigint> {
    return toPrice(await this.call(account, 'POST', 'order/calc', toBody(order)));
  }

  async order(account: ProviderAccount, order: StockOrder): Promise<PlacedOrder> {
    return toPlaced(await this.call(account, 'POST', 'order/make', toBody(order)));
  }

  async quoteProlongation(account: ProviderAccount, ip: string, period: string): Promise<bigint> {
    const body = toProlongation(ip, period);
    return toPrice(await this.call(account, 'POST', `prolong/calc/${SECTION}`, body));
  }

  async prolong(account: ProviderAccount, ip: string, period: string): Promise<PlacedOrder> {
    const body = toProlongation(ip, period);
    return toPlaced(await this.call(account, 'POST', `prolong/make/${SECTION}`, body));
  }

  /** The provider may cut pages, so the end is a page that brings nothing new. */
  async list(account: ProviderAccount): Promise<ProviderAddress[]> {
    const found = new Map<string, ProviderAddress>();
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = `proxy/list/${SECTION}?page=${page}&per_page=${PER_PAGE}`;
      const data = toObject(await this.call(account, 'GET', query));
      if (!Array.isArray(data.items)) throw new ProviderOutcomeUnknown('Its list cannot be read.');
      const before = found.size;
      for (const item of toObjects(data.items)) {
        const address = toAddress(item);
        if (address) found.set(address.ref, address);
      }
      if (found.size === before) break;
    }
    return [...found.values()];
  }

  /** Opens a ticket; the new address is in the list once somebody has handled it. */
  async replace(
    account: ProviderAccount,
    { ref }: { ref: string },
    reason: ReplacementReason,
  ): Promise<void> {
    await this.call(account, 'POST', 'proxy/replace', { ids: [ref], type: REASONS[reason] });
  }

  /** @returns `data` of a success. */
  private async call(
    { baseUrl, apiKey }: ProviderAccount,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<unknown> {
    const url = `${baseUrl}/${encodeURIComponent(apiKey)}/${path}`;
    const { status, json } = await this.http.send({ method, url, body });
    const answer = toObject(json);
    if (status === 200 && answer.status === 'success') return answer.data;
    if (answer.status === 'error') throw new ProviderRefusal(toReason(answer));
    // The edge refuses before the call reaches the shop; anything else may have come after it.
    if ([400, 401, 403, 404, 429].includes(status))
      throw new ProviderRefusal(`It answered with status ${status}.`);
    throw new ProviderOutcomeUnknown(`It answered with status ${status}.`);
  }
}

/** Without money `errors` is empty, and the reason is in `data`. */
function toReason({ errors, data }: Record<string, unknown>): string {
  const [first] = toObjects(errors);
  if (first?.code === 503 && first.message === 'Error api key')
    return 'It refuses the API key, the address of this server, or so many requests.';
  const text = toText(first?.message) ?? toText(toObject(data).warning);
  return text ? `It refuses: ${text.slice(0, 200)}` : 'It refuses without a reason.';
}

function toPrice(data: unknown): bigint {
  const price = toMicros(toObject(data).total);
  if (price === null) throw new ProviderOutcomeUnknown('Its price cannot be read.');
  return price;
}

function toPlaced(data: unknown): PlacedOrder {
  const { orderId, total } = toObject(data);
  const orderRef = toText(orderId);
  if (!orderRef) throw new ProviderOutcomeUnknown('Its answer names no order.');
  return { orderRef, totalMicros: toMicros(total) };
}

function toBody({ country, quantity, period }: StockOrder): object {
  const countryId = alpha2ToAlpha3(country.toUpperCase());
  if (!countryId) throw new ProviderRefusal('It does not know the country.');
  return {
    ...{ sectionCode: SECTION, countryId, periodId: period, quantity },
    ...{ paymentId: 'balance', customTargetName: PURPOSE },
  };
}

const toProlongation = (ip: string, period: string): object => ({
  ...{ ips: [ip], periodId: period, paymentId: 'balance' },
});

function toAddress(item: Record<string, unknown>): ProviderAddress | null {
  const [ref, address, username, password] = [item.id, item.ip, item.login, item.password].map(
    toText,
  );
  const httpPort = Number(item.port_http);
  if (!ref || !address || !username || !password || !httpPort) return null;
  const country = toText(item.country_alpha3) ?? toText(item.country) ?? '';
  return {
    ...{ ref, address, username, password, httpPort },
    orderRef: toText(item.order_id),
    country: toAlpha2(country) ?? null,
    endsAt: toEnd(item.date_end),
  };
}

/** 23.11.2026 14:05:00, taken as UTC: the documents name no zone. */
function toEnd(value: unknown): Date | null {
  const match = /^(\d\d)\.(\d\d)\.(\d{4})(?: (\d\d):(\d\d):(\d\d))?$/.exec(String(value));
  if (!match) return null;
  const [, day, month, year, hour = '00', minute = '00', second = '00'] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
