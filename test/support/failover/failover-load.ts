import { poll } from '../../../src/embedded/poll';
import type { ApiResponse, Envelope, Site } from '../e2e/site';
import { FailoverShopper } from './failover-shopper';

/** Where the calls of the load go. */
export interface Targets {
  sites: readonly Site[];
  /** HTTP ports of the gateways. */
  gateways: readonly number[];
  adminToken: string;
}

/** Customers that move money without a pause and remember what they were answered. */
export class FailoverLoad {
  #isRunning = false;
  #loops: Promise<void>[] = [];

  private constructor(
    private readonly targets: Targets,
    readonly shoppers: readonly FailoverShopper[],
  ) {}

  static async create(targets: Targets, size: number): Promise<FailoverLoad> {
    const shoppers = Array.from({ length: size }, (_, index) =>
      FailoverShopper.signUp(targets, index),
    );
    return new FailoverLoad(targets, await Promise.all(shoppers));
  }

  /** Money operations answered with success so far. */
  get successes(): number {
    return this.shoppers.reduce((sum, { successes }) => sum + successes, 0);
  }

  start(): void {
    this.#isRunning = true;
    this.#loops = this.shoppers.map((shopper) => this.run(shopper));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  /** @throws Error when there are not that many more within two minutes. */
  async waitForSuccesses(count: number): Promise<void> {
    const goal = this.successes + count;
    if (!(await poll(() => this.successes >= goal, 120_000)))
      throw new Error(`Only ${this.successes} of ${goal} operations succeeded`);
  }

  private async run(shopper: FailoverShopper): Promise<void> {
    while (this.#isRunning) if (!(await shopper.takeTurn())) await this.waitUntilAnswered();
  }

  private async waitUntilAnswered(): Promise<void> {
    const isAnswered = () =>
      this.targets.sites[0]!.call<Envelope>('GET', 'pricing-info').then(
        ({ status }: ApiResponse<Envelope>) => status === 200,
        () => false,
      );
    await poll(async () => !this.#isRunning || (await isAnswered()), 120_000, 100);
  }
}
