import { readFileSync } from 'node:fs';

/** What the system itself would choose from; Linux's default where it does not tell. */
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
 * The port to leave from, where the address is given. Left to the system, a port of that address is
 * taken from all targets at once and for the minute of TIME_WAIT as well, because the system does not
 * know the target yet: about 470 new connections a second. A port that is named may be shared by
 * connections to different targets; only the same target twice is refused.
 *
 * Only every second port of the range, the ones that the system gives to those who name an address:
 * what is named by anybody is of no use to those who name none, who are given the others.
 */
export class LocalPorts {
  readonly #first: number;
  readonly #count: number;
  #at: number;

  constructor({ first, last } = ephemeralRange(), random: () => number = Math.random) {
    this.#first = first + 1;
    this.#count = Math.floor((last - first + 1) / 2);
    // Elsewhere than where it was before a restart: those connections may still be in TIME_WAIT.
    this.#at = Math.floor(random() * this.#count);
  }

  next(): number {
    this.#at = (this.#at + 1) % this.#count;
    return this.#first + 2 * this.#at;
  }
}
