import type { ProxyKind } from '../auth/credential';

interface Association {
  kind: ProxyKind;
  end: () => void;
}

/** Kinds of proxies whose SOCKS5 relays datagrams, as staff have set it. None before the first read. */
export class UdpKinds {
  #kinds: ReadonlySet<ProxyKind> = new Set();
  readonly #associations = new Set<Association>();

  /** Ends the associations of kinds that are not in the list. */
  replace(kinds: readonly ProxyKind[]): void {
    this.#kinds = new Set(kinds);
    for (const { kind, end } of [...this.#associations]) if (!this.has(kind)) end();
  }

  has(kind: ProxyKind): boolean {
    return this.#kinds.has(kind);
  }

  /**
   * Calls `end` when the kind is switched off.
   * @returns what to call when the association has ended by itself.
   */
  watch(kind: ProxyKind, end: () => void): () => void {
    const association = { kind, end };
    this.#associations.add(association);
    return () => this.#associations.delete(association);
  }
}
