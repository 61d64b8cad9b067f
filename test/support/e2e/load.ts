import { poll } from '../../../src/embedded/poll';
import { Customer, unique, type Purchase } from './customer';
import type { Site } from './site';

const TOPUP = 6000;

/** One customer that tops up and buys continuously and records the expected state. */
class Shopper {
  /** Naira paid at Korapay. */
  paid = 0;
  /** Idempotency keys of purchases without a response. */
  readonly unconfirmed: string[] = [];
  /** Purchases with a response, by idempotency key. */
  readonly bought = new Map<string, Purchase>();
  responses = 0;

  constructor(readonly customer: Customer) {}

  async topUp(): Promise<void> {
    const topup = await this.customer.startTopup(TOPUP);
    // The customer retries the checkout until it succeeds.
    const done = await poll(() => succeeds(() => this.customer.pay(topup)), 60_000);
    if (!done) throw new Error(`The checkout of ${topup.reference} never worked`);
    this.paid += TOPUP;
    await this.customer.verify(topup.reference);
    this.responses += 1;
  }

  async buy(): Promise<void> {
    const key = unique('load');
    this.unconfirmed.push(key);
    const { status, body } = await this.customer.tryToBuy({}, key);
    if (status >= 500) throw new Error(`The purchase returned ${status}`);
    this.unconfirmed.splice(this.unconfirmed.indexOf(key), 1);
    if (status === 201) this.bought.set(key, body.data!);
    this.responses += 1;
  }
}

/** Several concurrent shoppers that tolerate outages of the platform. */
export class Load {
  #running = true;
  #loops: Promise<void>[] = [];

  private constructor(
    private readonly site: Site,
    readonly shoppers: readonly Shopper[],
  ) {}

  static async start(site: Site, size: number): Promise<Load> {
    const customers = await Promise.all(Array.from({ length: size }, () => Customer.signUp(site)));
    const load = new Load(
      site,
      customers.map((customer) => new Shopper(customer)),
    );
    load.#loops = load.shoppers.map((shopper) => load.shop(shopper));
    return load;
  }

  /** Number of responses so far. */
  get responses(): number {
    return this.shoppers.reduce((sum, { responses }) => sum + responses, 0);
  }

  /** Waits until each shopper got about two more responses. @throws Error on a timeout. */
  async waitForResponses(): Promise<void> {
    const goal = this.responses + 2 * this.shoppers.length;
    if (!(await poll(() => this.responses >= goal, 90_000)))
      throw new Error(`Only ${this.responses} of ${goal} calls succeeded`);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  private async shop(shopper: Shopper): Promise<void> {
    const actions = [() => shopper.topUp(), () => shopper.buy(), () => shopper.buy()];
    for (let turn = 0; this.#running; turn += 1)
      if (!(await succeeds(actions[turn % actions.length]!))) await this.waitUntilResponding();
  }

  /** Waits until the site responds before the next attempt. */
  private async waitUntilResponding(): Promise<void> {
    await poll(
      () => !this.#running || succeeds(() => this.site.getData('GET', 'pricing-info')),
      60_000,
    );
  }
}

/** Failures are expected during an outage; what must not be lost is counted elsewhere. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
