import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HttpProxyHandler } from './http/http-proxy.handler';
import type { GatewayListener } from './listener';
import { SingleFlight } from './single-flight';

interface DrainTargets {
  readonly http: Pick<HttpProxyHandler, 'drain'>;
  readonly listener: Pick<GatewayListener, 'stopAccepting' | 'listen'>;
  /** From the end of the start until the gateway stops. */
  readonly isServing: () => boolean;
  /** How long a drained gateway still accepts, while it is no longer ready. */
  readonly lameDuckMs: number;
}

/**
 * Has a gateway take no new connections, and open ones finish, as long as staff want it. The list loader tells what they
 * want, again and again, so that what fails is tried again.
 */
export class DrainSwitch {
  /** What staff want. */
  isDrained = false;
  #isAccepting = true;
  readonly #run = new SingleFlight(() => this.#apply());

  constructor(
    private readonly targets: DrainTargets,
    private readonly log: Logger,
  ) {}

  replace([isDrained = false]: readonly boolean[]): void {
    this.isDrained = isDrained;
    void this.apply();
  }

  /** Never rejects. */
  apply(): Promise<void> {
    return this.#run.run();
  }

  async #apply(): Promise<void> {
    const { http, listener, isServing, lameDuckMs } = this.targets;
    if (!isServing() || this.isDrained !== this.#isAccepting) return;
    this.log.warn({ isDrained: this.isDrained }, 'Staff have changed whether it takes connections');
    if (this.isDrained) {
      http.drain(true);
      await sleep(lameDuckMs, undefined, { ref: false });
      if (!this.isDrained || !isServing()) return http.drain(this.isDrained || !isServing());
      listener.stopAccepting();
      this.#isAccepting = false;
      return;
    }
    try {
      http.drain(false);
      await listener.listen();
      this.#isAccepting = true;
    } catch (error) {
      // Those that it has opened already would be taken at the next try.
      listener.stopAccepting();
      this.log.error({ err: error }, 'A drained gateway cannot listen again');
    }
  }
}
