/** Open connections by key: a proxy, or a client's address. */
export type Counts = Record<string, number>;

/** What a limit has to count beside the connections of this process. */
export interface ConnectionTally {
  /** Tells the number of open connections of this process. */
  set(key: string, count: number): void;
  /** Open connections of the gateway's other processes, as of about a tenth of a second ago. */
  elsewhere(key: string): number;
}

/** For a gateway of one process. */
export const ONLY_PROCESS: ConnectionTally = {
  set: () => undefined,
  elsewhere: () => 0,
};

/** The tally of one process among several; the primary passes the numbers on. */
export class SharedTally implements ConnectionTally {
  #changes = new Map<string, number>();
  readonly #elsewhere = new Map<string, number>();

  set(key: string, count: number): void {
    this.#changes.set(key, count);
  }

  elsewhere(key: string): number {
    return this.#elsewhere.get(key) ?? 0;
  }

  /** What was set since the last call; undefined when nothing was. */
  takeChanges(): Counts | undefined {
    if (this.#changes.size === 0) return undefined;
    const counts = Object.fromEntries(this.#changes);
    this.#changes = new Map();
    return counts;
  }

  applyElsewhere(counts: Counts): void {
    for (const [key, count] of Object.entries(counts))
      if (count > 0) this.#elsewhere.set(key, count);
      else this.#elsewhere.delete(key);
  }
}

/** The primary's side: knows every process's numbers and tells each the sum of the others. */
export class TallyExchange<Member> {
  readonly #counts = new Map<string, Map<Member, number>>();
  readonly #changed = new Set<string>();

  report(member: Member, counts: Counts): void {
    for (const [key, count] of Object.entries(counts)) this.#put(member, key, count);
  }

  /** Everything that is open elsewhere, for a process that has just begun. */
  elsewhere(member: Member, keys: Iterable<string> = this.#counts.keys()): Counts {
    const sums: Counts = {};
    for (const key of keys) {
      sums[key] = 0;
      for (const [other, count] of this.#counts.get(key) ?? [])
        if (other !== member) sums[key] += count;
    }
    return sums;
  }

  /** Forgets a process that has ended. */
  remove(member: Member): void {
    for (const [key, members] of this.#counts) if (members.has(member)) this.#put(member, key, 0);
  }

  /** Keys that have changed since the last call. */
  takeChanged(): string[] {
    const keys = [...this.#changed];
    this.#changed.clear();
    return keys;
  }

  #put(member: Member, key: string, count: number): void {
    const members = this.#counts.get(key) ?? new Map<Member, number>();
    if (count > 0) this.#counts.set(key, members.set(member, count));
    else members.delete(member);
    if (members.size === 0) this.#counts.delete(key);
    this.#changed.add(key);
  }
}
