import { poll } from '../../../src/embedded/poll';
import { Customer, unique } from './customer';
import type { Site } from './site';

const TOPUP = 6000;

/** One customer who tops up and buys without end, and remembers what was promised. */
class Shopper {
  /** Naira that Korapay took for us. */
  paid = 0;
  /** Keys of purchases whose answer never came. */
  readonly unanswered: string[] = [];
  /** Order of each key that was answered with one. */
  readonly bought = new Map<string, number>();
  answers = 0;

  constructor(readonly customer: Customer) {}

  async topUp(): Promise<void> {
    const topup = await this.customer.startTopup(TOPUP);
    // The customer sits before the checkout until it works.
    const done = await poll(() => attempted(() => this.customer.pay(topup)), 60_000);
    if (!done) throw new Error(`The checkout of ${topup.reference} never worked`);
    this.paid += TOPUP;
    await this.customer.verify(topup.reference);
    this.answers += 1;
  }

  async buy(): Promise<void> {
    const key = unique('load');
    this.unanswered.push(key);
    const { status, body } = await this.customer.tryToBuy({}, key);
    if (status >= 500 && status !== 502) throw new Error(`It answered ${status}`);
    this.unanswered.splice(this.unanswered.indexOf(key), 1);
    if (status === 201) this.bought.set(key, body.data!.order_id);
    this.answers += 1;
  }
}

/** Several shoppers at once, through whatever happens to the platform. */
export class Load {
  #running = true;
  #loops: Promise<void>[] = [];

  private constructor(
    private readonly site: Site,
    readonly shoppers: readonly Shopper[],
  ) {}

  static async start(site: Site, size: number): Promise<Load> {
    const customers = await Promise.all(Array.from({ length: size }, () => Customer.join(site)));
    const load = new Load(
      site,
      customers.map((customer) => new Shopper(customer)),
    );
    load.#loops = load.shoppers.map((shopper) => load.shop(shopper));
    return load;
  }

  /** Calls that were answered so far. */
  get answers(): number {
    return this.shoppers.reduce((sum, { answers }) => sum + answers, 0);
  }

  /** Waits until so many more calls were answered. @throws Error when nothing works any more. */
  async goOn(answers: number): Promise<void> {
    const goal = this.answers + answers;
    if (!(await poll(() => this.answers >= goal, 90_000)))
      throw new Error(`Only ${this.answers} of ${goal} calls were answered`);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  private async shop(shopper: Shopper): Promise<void> {
    const deeds = [() => shopper.topUp(), () => shopper.buy(), () => shopper.buy()];
    for (let turn = 0; this.#running; turn += 1)
      if (!(await attempted(deeds[turn % deeds.length]!))) await this.untilItAnswers();
  }

  /** People look whether the page is back before they press again. */
  private async untilItAnswers(): Promise<void> {
    await poll(
      () => !this.#running || attempted(() => this.site.take('GET', 'pricing-info')),
      60_000,
    );
  }
}

/** What fails while the platform is down fails; what must not be lost is counted elsewhere. */
async function attempted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
