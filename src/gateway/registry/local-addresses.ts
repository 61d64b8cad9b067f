import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { SECOND } from '../../common/time/clock';
import { canonicalAddress, isLoopback } from '../../common/net/addresses';

const CHECK_AGAIN_MS = 50 * SECOND;
/** Sockets that are bound at the same time. */
const BATCH = 200;

/**
 * Which addresses this machine has. A socket is bound to each, because an address may be routed to the machine
 * without being on an interface.
 */
export class LocalAddresses {
  readonly #checked = new Map<string, { present: boolean; at: number }>();
  #interfaces = describeInterfaces();

  constructor(
    private readonly hasAddress: (address: string) => Promise<boolean> = canLeaveFrom,
    private readonly now: () => number = Date.now,
  ) {}

  /** Those of the addresses that the machine has; each is checked again after 50 seconds. Never rejects. */
  async findPresent(addresses: Iterable<string>): Promise<Set<string>> {
    const wanted = new Set(addresses);
    for (const address of this.#checked.keys())
      if (!wanted.has(address)) this.#checked.delete(address);
    const due = [...wanted].filter((address) => this.#isDue(address));
    for (let start = 0; start < due.length; start += BATCH)
      await Promise.all(due.slice(start, start + BATCH).map((address) => this.#check(address)));
    return new Set([...wanted].filter((address) => this.#checked.get(address)?.present));
  }

  /** Whether interfaces got or lost an address since the last call; then every address is checked again. */
  haveInterfacesChanged(): boolean {
    const interfaces = describeInterfaces();
    if (interfaces === this.#interfaces) return false;
    this.#interfaces = interfaces;
    this.#checked.clear();
    return true;
  }

  async #check(address: string): Promise<void> {
    this.#checked.set(address, { present: await this.hasAddress(address), at: this.now() });
  }

  #isDue(address: string): boolean {
    const checked = this.#checked.get(address);
    return checked === undefined || this.now() - checked.at >= CHECK_AGAIN_MS;
  }
}

const listInterfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

const describeInterfaces = (): string => listInterfaceAddresses().sort().join(' ');

/** Where the system binds to any address, as it does for a failover address, only interfaces tell. */
function canLeaveFrom(address: string): Promise<boolean> {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return Promise.resolve(false);
  if (bindsToForeignAddresses(address) && !isLoopback(canonical))
    return Promise.resolve(
      listInterfaceAddresses().some((own) => canonicalAddress(own) === canonical),
    );
  return canBind(address);
}

function bindsToForeignAddresses(address: string): boolean {
  try {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return readFileSync(`/proc/sys/net/${family}/ip_nonlocal_bind`, 'utf8').trim() === '1';
  } catch {
    return false; // Not Linux.
  }
}

function canBind(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const end = (result: boolean) => {
      socket.close();
      resolve(result);
    };
    socket.once('error', () => end(false));
    // Exclusive: in this process, not in the primary of a cluster.
    socket.bind({ address, port: 0, exclusive: true }, () => end(true));
  });
}
