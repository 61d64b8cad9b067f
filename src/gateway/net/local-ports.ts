import { readFileSync } from 'node:fs';

/** The system's ephemeral port range; Linux's default where it is unreadable. */
function ephemeralRange(): { first: number; last: number } {
  try {
    const [first, last] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
      .trim()
      .split(/\s+/)
      .map(Number);
    if (first && last && first < last) return { first, last };
  } catch {
    // Not Linux.
  }
  return { first: 32_768, last: 60_999 };
}

/**
 * Local ports for connections bound to a given address. Chosen by the system, a port of that address is
 * reserved for all targets, including TIME_WAIT, because the system does not
 * know the target at bind: about 470 new connections a second. An explicit port can be shared by
 * connections to different targets; only the same target twice is refused.
 *
 * Only every second port of the range, those of the parity that the system assigns on bind():
 * explicitly bound ports are unusable for connect() without bind, which uses the other parity.
 */
export class LocalPorts {
  readonly #first: number;
  readonly #count: number;
  #at: number;

  constructor({ first, last } = ephemeralRange(), random: () => number = Math.random) {
    this.#first = first + 1;
    this.#count = Math.floor((last - first + 1) / 2);
    // Starts at a random offset: ports used before a restart may still be in TIME_WAIT.
    this.#at = Math.floor(random() * this.#count);
  }

  next(): number {
    this.#at = (this.#at + 1) % this.#count;
    return this.#first + 2 * this.#at;
  }
}
