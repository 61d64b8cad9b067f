import { randomBytes } from 'node:crypto';
import { Site, type ApiResponse, type Envelope } from './site';

export interface BoughtProxy {
  id: number;
  type: string;
  location: string;
  connection_string: string;
  username: string;
  password: string;
  protocol: string;
  status: string;
  price: number;
  proxy_api_id: string;
  ip: string | null;
  pool_data: { used_mb: number; limit_mb: number; session_id: string; country: string } | null;
  bandwidth_usage_percentage: number | null;
}

export interface Purchase {
  order_id: number;
  order_status: 'delivered' | 'refunded';
  proxies: BoughtProxy[];
  transaction: { amount: number; status: string; reference: string };
  refunded_amount: number;
}

export interface Renewal {
  order_id: number;
  order_status: 'delivered' | 'refunded';
  proxy: BoughtProxy;
  transaction: { amount: number };
}

export interface Topup {
  reference: string;
  checkoutUrl: string;
}

export type Outcome = 'success' | 'failed' | 'abandoned';

/** A whole residential package of 1 GB in Nigeria, kept as long as possible. */
const ONE_GIGABYTE = {
  proxy_type: 'residential_ipv4',
  country: 'ng',
  ttl_minutes: 0,
  protocol: 'http',
  traffic_limit_mb: 1,
};

const PASSWORD = 'Correct-horse-9-staple';

/** Unique across runs. */
export const unique = (word: string): string => `${word}-${randomBytes(6).toString('hex')}`;

/** A registered customer that uses the API. */
export class Customer {
  private constructor(
    readonly site: Site,
    readonly email: string,
    readonly token: string,
  ) {}

  /**
   * Registers, follows the link in the mail and signs in.
   * @param address the caller's own, for a platform that trusts X-Forwarded-For
   */
  static async signUp(site: Site, address?: string): Promise<Customer> {
    const email = `${unique('ada')}@example.com`;
    await Customer.register(site, email, address);
    await Customer.verifyEmail(site, email);
    return Customer.signIn(site, email, address);
  }

  static async register(site: Site, email: string, address?: string): Promise<void> {
    await site.getData('POST', 'auth/register', {
      headers: from(address),
      body: { name: 'Ada Obi', email, password: PASSWORD, confirmPassword: PASSWORD },
    });
  }

  static async verifyEmail(site: Site, email: string): Promise<void> {
    const { pathname, search } = await site.findMailedLink(email, 'verify-email');
    await site.getData('GET', `auth${pathname}${search}`);
  }

  static async signIn(site: Site, email: string, address?: string): Promise<Customer> {
    const { token } = await site.getData<{ token: string }>('POST', 'auth/login', {
      headers: from(address),
      body: { email, password: PASSWORD },
    });
    return new Customer(site, email, token);
  }

  /** The same session on another API process. */
  at(site: Site): Customer {
    return new Customer(site, this.email, this.token);
  }

  async startTopup(naira: number, reference = unique('TOPUP'), coupon?: string): Promise<Topup> {
    const { status, body } = await this.site.call<{
      payment_data?: { data: { checkout_url: string } };
    }>('POST', 'payments/initialize-topup', {
      token: this.token,
      body: { amount: naira, reference, callback_url: `${this.site.origin}/wallet`, coupon },
    });
    if (!body.payment_data) throw new Error(`No checkout (${status}): ${JSON.stringify(body)}`);
    return { reference, checkoutUrl: body.payment_data.data.checkout_url };
  }

  /** Completes the checkout. */
  async pay({ checkoutUrl }: Topup, outcome: Outcome = 'success'): Promise<void> {
    const { status } = await fetch(checkoutUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome }),
    });
    if (status !== 303) throw new Error(`The checkout answered ${status}`);
  }

  /** @returns the payment status. */
  async verify(reference: string): Promise<string> {
    const path = `payments/verify?reference=${reference}`;
    return (await this.site.getData<{ status: string }>('GET', path, { token: this.token })).status;
  }

  async topUp(naira: number): Promise<void> {
    const topup = await this.startTopup(naira);
    await this.pay(topup);
    const status = await this.verify(topup.reference);
    if (status !== 'successful') throw new Error(`${topup.reference} is ${status}`);
  }

  /** Whole naira. */
  async balance(): Promise<number> {
    const path = 'wallet/balance';
    return (await this.site.getData<{ balance: number }>('GET', path, { token: this.token }))
      .balance;
  }

  tryToBuy(over: object = {}, key?: string): Promise<ApiResponse<Envelope<Purchase>>> {
    const body = { ...ONE_GIGABYTE, ...over };
    return this.site.call('POST', 'proxies/buy', { token: this.token, key, body });
  }

  /** @throws Error unless it was delivered. */
  async buy(over: object = {}, key?: string): Promise<BoughtProxy> {
    return delivered(await this.tryToBuy(over, key))[0]!;
  }

  tryToRenew(proxyId: number, key?: string): Promise<ApiResponse<Envelope<Renewal>>> {
    const path = `user/proxies/${proxyId}/renewal`;
    return this.site.call('POST', path, { token: this.token, key, body: { gigabytes: 1 } });
  }

  tryToBuyDatacenter(countryId: number, over: object = {}, key?: string) {
    return this.site.call<Envelope<Purchase>>('POST', 'proxies/buy-datacenter', {
      token: this.token,
      key,
      body: {
        proxy_type: 'individual_ipv4',
        country_id: countryId,
        duration_minutes: 43_200,
        protocol: 'http',
        quantity: 1,
        ...over,
      },
    });
  }

  async buyDatacenter(countryId: number, over: object = {}): Promise<BoughtProxy[]> {
    return delivered(await this.tryToBuyDatacenter(countryId, over));
  }

  async proxy(id: number): Promise<BoughtProxy> {
    const { proxies } = await this.site.getData<{ proxies: BoughtProxy[] }>(
      'GET',
      'user/proxies?per_page=100',
      { token: this.token },
    );
    const found = proxies.find((proxy) => proxy.id === id);
    if (!found) throw new Error(`Proxy ${id} is not among ${proxies.length} of its owner`);
    return found;
  }
}

const from = (address?: string) => (address ? { 'x-forwarded-for': address } : undefined);

function delivered({ status, body }: ApiResponse<Envelope<Purchase>>): BoughtProxy[] {
  if (status !== 201 || body.data?.order_status !== 'delivered')
    throw new Error(`Not delivered (${status}): ${JSON.stringify(body)}`);
  return body.data.proxies;
}
