import type { Logger } from 'pino';
import type { ProxyKind } from './auth/credential';
import type { OffSaleCountry } from './auth/off-sale';
import type { TargetBlock } from './blocks/target-blocks';
import type { Exit } from './exits/exit';
import type { GatewayDependencies } from './gateway-dependencies';
import type { GatewayOptions } from './gateway-options';
import { ListLoader } from './list-loader';

/** What takes over a list whenever it was read. */
interface Keeper<T> {
  replace(list: T[]): void;
}

interface Keepers {
  exits: Keeper<Exit>;
  blocks?: Keeper<TargetBlock>;
  udpKinds: Keeper<ProxyKind>;
  counted: Keeper<number>;
  pending?: Keeper<string>;
  offSale: Keeper<OffSaleCountry>;
}

type Sources = Pick<
  GatewayDependencies,
  'exits' | 'blocks' | 'udpKinds' | 'targetUsage' | 'addresses' | 'offSale'
>;
type Intervals = Pick<
  GatewayOptions,
  'exitReloadMs' | 'blockReloadMs' | 'settingReloadMs' | 'countedReloadMs' | 'pendingReloadMs'
>;

/** The lists of the database that a gateway has in memory. Those without a source stay empty. */
export class GatewayLists {
  readonly exits: ListLoader<Exit>;
  readonly blocks: ListLoader<TargetBlock> | undefined;
  readonly udpKinds: ListLoader<ProxyKind> | undefined;
  /** Proxies whose hosts are counted. */
  readonly counted: ListLoader<number> | undefined;
  /** Addresses that nobody has proved. */
  readonly pending: ListLoader<string> | undefined;
  readonly offSale: ListLoader<OffSaleCountry> | undefined;

  constructor(sources: Sources, keepers: Keepers, intervals: Intervals, log: Logger) {
    const { exitReloadMs, blockReloadMs, settingReloadMs, countedReloadMs } = intervals;
    const { blocks, udpKinds, targetUsage, addresses, offSale } = sources;
    this.exits = new ListLoader('Exits', sources.exits, keepers.exits, exitReloadMs, log);
    if (blocks && keepers.blocks)
      this.blocks = new ListLoader('Blocked targets', blocks, keepers.blocks, blockReloadMs, log);
    if (udpKinds)
      this.udpKinds = new ListLoader(
        'Kinds with UDP',
        udpKinds,
        keepers.udpKinds,
        settingReloadMs,
        log,
      );
    if (targetUsage)
      this.counted = new ListLoader(
        'Proxies whose hosts are counted',
        targetUsage,
        keepers.counted,
        countedReloadMs,
        log,
      );
    if (addresses && keepers.pending)
      this.pending = new ListLoader(
        'Pending addresses',
        addresses,
        keepers.pending,
        intervals.pendingReloadMs,
        log,
      );
    if (offSale)
      this.offSale = new ListLoader(
        'Countries off sale',
        offSale,
        keepers.offSale,
        settingReloadMs,
        log,
      );
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

  get #all(): ListLoader<unknown>[] {
    const { exits, blocks, udpKinds, counted, pending, offSale } = this;
    const lists = [exits, blocks, udpKinds, counted, pending, offSale];
    return lists.filter((list) => list !== undefined) as ListLoader<unknown>[];
  }
}
