import type { Logger } from 'pino';
import type { ProxyKind } from './auth/credential';
import type { OffSaleCountry } from './auth/gateway-authenticator';
import type { TargetBlock } from './net/target-blocks';
import type { Exit } from './exits/exit';
import type { GatewayDependencies, GatewayOptions, ReadList } from './gateway-options';

const RETRY_MS = 1_000;

/** Keeps a list of the database in memory: reads it at start, on change notifications and periodically. */
export class ListLoader<T> {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isReading = false;
  #again = false;
  #stopped = false;
  isLoaded = false;
  /** Why the last read failed; undefined after a good one. */
  failure: unknown;

  constructor(
    private readonly what: string,
    private readonly read: ReadList<T>,
    private readonly target: { replace(list: T[]): void },
    private readonly reloadMs: number,
    private readonly log: Logger,
  ) {}

  /** Reads the whole list; a call during a read schedules another read. Never rejects. */
  reload(): Promise<void> {
    if (this.#isReading) this.#again = true;
    else this.#running = this.#reload();
    return this.#running;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #reload(): Promise<void> {
    this.#isReading = true;
    clearTimeout(this.#timer);
    let next = this.reloadMs;
    do {
      this.#again = false;
      try {
        this.target.replace(await this.read());
        this.isLoaded = true;
        this.failure = undefined;
      } catch (error) {
        // What was read before stays in use.
        this.failure = error;
        this.log.warn({ err: error }, `${this.what} cannot be read`);
        next = RETRY_MS;
      }
    } while (this.#again && !this.#stopped);
    // Reset in the same tick that finds nothing to load: a later request starts a new load.
    this.#isReading = false;
    if (!this.#stopped) this.#timer = setTimeout(() => void this.reload(), next);
  }
}

/** Takes over a list whenever it was read. */
interface Target<T> {
  replace(list: T[]): void;
}

interface Targets {
  exits: Target<Exit>;
  blocks?: Target<TargetBlock>;
  udpKinds: Target<ProxyKind>;
  /** Proxies whose hosts are counted. */
  counted: Target<number>;
  /** Addresses that nobody has proved. */
  pending?: Target<string>;
  offSale: Target<OffSaleCountry>;
}

/** The lists of the database that a gateway has in memory. Those without a source stay empty. */
export class GatewayLists {
  readonly exits;
  readonly blocks;
  readonly udpKinds;
  readonly counted;
  readonly pending;
  readonly offSale;

  constructor(sources: GatewayDependencies, to: Targets, options: GatewayOptions, log: Logger) {
    const { exits, blocks, udpKinds, targetUsage, addresses, offSale } = sources;
    const load = <T>(
      what: string,
      read: ReadList<T> | undefined,
      target: Target<T> | undefined,
      everyMs: number,
    ) => (read && target ? new ListLoader(what, read, target, everyMs, log) : undefined);
    const readExits = () => exits.findAll();
    const readCounted = targetUsage && (() => targetUsage.findAll());
    const readPending = addresses && (() => addresses.findAll());
    const { settingReloadMs } = options;
    this.exits = new ListLoader('Exits', readExits, to.exits, options.exitReloadMs, log);
    this.blocks = load('Blocked targets', blocks, to.blocks, options.blockReloadMs);
    this.udpKinds = load('Kinds with UDP', udpKinds, to.udpKinds, settingReloadMs);
    this.counted = load(
      'Proxies whose hosts are counted',
      readCounted,
      to.counted,
      options.countedReloadMs,
    );
    this.pending = load('Pending addresses', readPending, to.pending, options.pendingReloadMs);
    this.offSale = load('Countries off sale', offSale, to.offSale, settingReloadMs);
  }

  /** Why the last read of one of them failed; undefined after good ones. */
  get failure(): unknown {
    return this.#all.find(({ failure }) => failure !== undefined)?.failure;
  }

  /** Never rejects. */
  async reload(): Promise<void> {
    await Promise.all(this.#all.map((list) => list.reload()));
  }

  stop(): void {
    for (const list of this.#all) list.stop();
  }

  get #all() {
    const { exits, blocks, udpKinds, counted, pending, offSale } = this;
    const lists = [exits, blocks, udpKinds, counted, pending, offSale];
    return lists.filter((list) => list !== undefined);
  }
}
