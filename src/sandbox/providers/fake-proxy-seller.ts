import { randomBytes, randomInt } from 'node:crypto';
import {
  fakeAddress,
  type FakeProvider,
  json,
  parseObject,
  type ProviderCall,
  type ProviderReply,
} from './fake-provider';

export interface FakeUnit {
  id: string;
  orderId: string;
  country: string;
  ip: string;
  login: string;
  password: string;
  endsAt: Date;
  /** Listings after which the address appears. */
  hiddenFor: number;
}

const COUNTRIES: Readonly<Record<string, string>> = {
  USA: 'United States',
  DEU: 'Germany',
  GBR: 'United Kingdom',
  ISL: 'Iceland',
  NLD: 'Netherlands',
};
const PERIODS: Readonly<Record<string, { name: string; days: number; price: number }>> = {
  '1w': { name: '1 week', days: 7, price: 0.9 },
  '1m': { name: '1 month', days: 30, price: 2.5 },
  '2m': { name: '2 months', days: 60, price: 5 },
  '3m': { name: '3 months', days: 90, price: 6.75 },
};
const REASONS = ['NOT_WORK', 'INCORRECT_LOCATION', 'CANT_CHANGE_NETWORK', 'LOW_SPEED', 'CUSTOM'];
const DAY_MS = 86_400_000;
/** Before each process restarts its own numbers. */
let serial = randomInt(1, 20_000);

const newId = (): string => randomBytes(12).toString('hex');
const fail = (message: string, code = 0, data: unknown = null): ProviderReply =>
  json(200, { status: 'error', data, errors: [{ message, code, customData: null }] });
const success = (data: unknown): ProviderReply =>
  json(200, { status: 'success', data, errors: [] });

/**
 * Proxy-Seller's client API v2: the key in the path, 200 for nearly everything, errors in an envelope, ids that change
 * with every renewal, addresses that appear after the order.
 */
export class FakeProxySeller implements FakeProvider {
  readonly calls: string[] = [];
  readonly units: FakeUnit[] = [];
  readonly tickets: { ids: string[]; type: string }[] = [];
  balance = 500;
  /** How many listings new addresses are missing from. */
  lateListings = 0;
  /** US dollars per address and month. */
  priceFactor = 1;

  constructor(private readonly key = 'sandbox-key') {}

  handle(call: ProviderCall): ProviderReply {
    const [, key, route] = /^\/personal\/api\/v2\/([^/]+)\/(.+?)\/?$/.exec(call.path) ?? [];
    if (!route) return { status: 404, text: 'Not Found' };
    this.calls.push(`${call.method} ${route}`);
    if (key !== this.key)
      // All three, whatever is wrong.
      return json(200, {
        status: 'error',
        data: null,
        errors: ['Error api key', 'IP not allowed 127.0.0.1', 'Request limit reached'].map(
          (message) => ({ message, code: 503, customData: null }),
        ),
      });
    const body = parseObject(call.body);
    switch (`${call.method} ${route}`) {
      case 'GET balance':
        return success({ summ: this.balance });
      case 'GET reference/list/ipv4':
        return success({
          items: {
            country: Object.entries(COUNTRIES).map(([id, name]) => ({ id, name })),
            period: Object.entries(PERIODS).map(([id, { name }]) => ({ id, name })),
          },
        });
      case 'POST order/calc':
        return this.order(body, false);
      case 'POST order/make':
        return this.order(body, true);
      case 'GET proxy/list/ipv4':
        return this.list(call.query);
      case 'POST prolong/calc/ipv4':
        return this.prolong(body, false);
      case 'POST prolong/make/ipv4':
        return this.prolong(body, true);
      case 'POST proxy/replace':
        return this.replace(body);
      default:
        return json(404, {
          status: 'error',
          data: null,
          errors: [{ message: 'Not found', code: 404 }],
        });
    }
  }

  private order(body: Record<string, unknown>, isPaid: boolean): ProviderReply {
    const { countryId, periodId, quantity, customTargetName, sectionCode } = body;
    const country = String(countryId).toUpperCase();
    const period = PERIODS[String(periodId).toLowerCase()];
    if (sectionCode !== 'ipv4') return fail('Set existed [sectionCode]');
    if (!COUNTRIES[country]) return fail('Set existed [countryId] from reference');
    if (!period) return fail('Set existed [periodId] from reference');
    if (!Number.isInteger(quantity) || (quantity as number) < 1) return fail('Set [quantity]');
    if (typeof customTargetName !== 'string' || !customTargetName)
      return fail('Incorrect goal', 14);
    const total = this.cents((quantity as number) * period.price);
    const refusal = this.charge(total, body, isPaid);
    if (refusal) return refusal;
    const data = { total, quantity, currency: 'USD', discount: 0, price: this.cents(period.price) };
    if (!isPaid) return success({ warning: '', balance: this.balance, ...data });
    const orderId = newId();
    for (let i = 0; i < (quantity as number); i++)
      this.units.push({
        ...{ id: newId(), orderId, country, ip: fakeAddress(++serial) },
        ...{ login: `u${serial}`, password: newId().slice(0, 10), hiddenFor: this.lateListings },
        endsAt: new Date(Date.now() + period.days * DAY_MS),
      });
    return success({ orderId, total, balance: this.balance });
  }

  private list(query: URLSearchParams): ProviderReply {
    const page = Number(query.get('page') ?? 1);
    // Larger pages are cut to fifty.
    const perPage = Math.min(Number(query.get('per_page') ?? 50), 50);
    if (page === 1) for (const unit of this.units) unit.hiddenFor--;
    const items = this.units.filter(
      (unit) =>
        unit.hiddenFor < 0 &&
        (!query.get('orderId') || unit.orderId === query.get('orderId')) &&
        (!query.get('country') || unit.country === query.get('country')),
    );
    return success({ items: items.slice((page - 1) * perPage, page * perPage).map(toItem) });
  }

  private prolong(body: Record<string, unknown>, isPaid: boolean): ProviderReply {
    const period = PERIODS[String(body.periodId).toLowerCase()];
    const wanted = [body.ips, body.ids].flat().filter((one) => typeof one === 'string');
    const units = this.units.filter(({ id, ip }) => wanted.includes(id) || wanted.includes(ip));
    if (!period) return fail('Set existed [periodId] from reference');
    if (!wanted.length || units.length < wanted.length) return fail('Incorrect orderIds', 29);
    const total = this.cents(units.length * period.price);
    const refusal = this.charge(total, body, isPaid);
    if (refusal) return refusal;
    if (!isPaid) return success({ warning: '', balance: this.balance, total, currency: 'USD' });
    const orderId = newId();
    for (const unit of units) {
      unit.endsAt = new Date(unit.endsAt.getTime() + period.days * DAY_MS);
      Object.assign(unit, { id: newId(), orderId });
    }
    return success({
      orderId,
      orderIds: [orderId],
      total,
      balance: this.balance,
      listBaseOrderNumbers: [],
    });
  }

  /** Opens a ticket; nothing changes until somebody has handled it. */
  private replace({ ids, type, comment }: Record<string, unknown>): ProviderReply {
    if (!REASONS.includes(String(type))) return fail(`Set coorect type: ${REASONS.join(', ')}`);
    if (type === 'CUSTOM' && !comment) return fail('Set comment', 503);
    const wanted = [ids].flat().map(String);
    if (!wanted.length || !wanted.every((id) => this.units.some((unit) => unit.id === id)))
      return fail('Incorrect ids');
    this.tickets.push({ ids: wanted, type: String(type) });
    return success({});
  }

  /** @returns the answer without enough money: an error with data, and no errors. */
  private charge(total: number, body: Record<string, unknown>, isPaid: boolean) {
    if (isPaid && body.paymentId !== 'balance' && body.paymentCode !== 'balance')
      return fail('Set existed [paymentId]');
    if (this.balance < total)
      return json(200, {
        status: 'error',
        data: { warning: 'Insufficient funds. Total $' + total, balance: this.balance, total },
        errors: [],
      });
    if (isPaid) this.balance = this.cents(this.balance - total, 1);
    return null;
  }

  private cents(amount: number, factor = this.priceFactor): number {
    return Math.round(amount * factor * 100) / 100;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
const toDate = (date: Date): string =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()} ` +
  `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;

const toItem = (unit: FakeUnit) => ({
  ...{ id: unit.id, order_id: unit.orderId, ip: unit.ip, port_http: 50100, port_socks: 50101 },
  ...{ login: unit.login, password: unit.password, auth_ip: '', rotation: '', link_reboot: '' },
  country: COUNTRIES[unit.country],
  country_alpha3: unit.country,
  date_end: toDate(unit.endsAt),
  ...{ status: 'Active', status_type: 'ACTIVE', can_prolong: true },
});
