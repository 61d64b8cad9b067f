const HOSTS = 254;

/**
 * Allocates addresses of 127.0.0.0/8: every simulated exit uses its own one,
 * so that exits can be distinguished on one machine.
 */
export class LoopbackAddresses {
  private next = 0;

  /**
   * @param second the second number of the addresses, 10 or more; room for 65,024.
   * @param taken addresses that are in use already.
   */
  constructor(
    private readonly second: number,
    private readonly taken: Set<string>,
  ) {}

  take(): string {
    for (;;) {
      const [third, fourth] = [Math.floor(this.next / HOSTS), (this.next % HOSTS) + 1];
      if (third > 255) throw new Error(`127.${this.second}.0.0/16 is used up`);
      this.next += 1;
      const address = `127.${this.second}.${third}.${fourth}`;
      if (this.taken.has(address)) continue;
      this.taken.add(address);
      return address;
    }
  }
}
