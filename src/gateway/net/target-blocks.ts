import { isIP } from 'node:net';
import { type Cidr, parseCidr } from '../../common/net/addresses';
import { parsePorts, type PortRange } from '../../common/net/target-pattern';
import type { ProxyKind } from '../auth/credential';
import { ProxyError } from '../proxy-error';
import type { Pool } from 'pg';

/** One row of `target_block`; pattern and ports are canonical, see `canonicalPattern`. */
export interface TargetBlock {
  pattern: string;
  /** '' is every port. */
  ports: string;
  kind: ProxyKind | 'all';
}

interface Rule {
  kind: ProxyKind | 'all';
  /** Empty is every port. */
  ports: PortRange[];
}

class RuleMap {
  readonly #rules = new Map<string, Rule[]>();

  add(key: string, rule: Rule): void {
    const list = this.#rules.get(key);
    if (list) list.push(rule);
    else this.#rules.set(key, [rule]);
  }

  has(key: string, kind: ProxyKind, port: number): boolean {
    return this.#rules.get(key)?.some((rule) => applies(rule, kind, port)) ?? false;
  }
}

/** What staff have blocked, in memory. Before the first read every check throws UNAVAILABLE. */
export class TargetBlocks {
  #isLoaded = false;
  #everywhere: Rule[] = [];
  #hosts = new RuleMap();
  #domains = new RuleMap();
  #ranges: (Rule & { range: Cidr })[] = [];

  replace(blocks: readonly TargetBlock[]): void {
    this.#everywhere = [];
    this.#hosts = new RuleMap();
    this.#domains = new RuleMap();
    this.#ranges = [];
    for (const block of blocks) this.#add(block);
    this.#isLoaded = true;
  }

  /** @param host as `canonicalHost` returns it. */
  hasHost(kind: ProxyKind, host: string, port: number): boolean {
    if (!this.#isLoaded)
      throw new ProxyError('UNAVAILABLE', 'The gateway cannot check targets at the moment.');
    if (this.#everywhere.some((rule) => applies(rule, kind, port))) return true;
    if (this.#hosts.has(host, kind, port)) return true;
    if (isIP(host)) return false;
    for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1)
      if (this.#domains.has(host.slice(at), kind, port)) return true;
    return false;
  }

  /** @param address as `canonicalAddress` returns it. */
  hasAddress(kind: ProxyKind, address: string, port: number): boolean {
    if (this.#hosts.has(address, kind, port)) return true;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return this.#ranges.some(
      (rule) =>
        rule.range.family === family &&
        applies(rule, kind, port) &&
        rule.range.list.check(address, family),
    );
  }

  #add({ pattern, ports, kind }: TargetBlock): void {
    const rule: Rule = { kind, ports: parsePorts(ports) ?? [] };
    const range = pattern.includes('/') ? parseCidr(pattern) : undefined;
    if (pattern === '*') this.#everywhere.push(rule);
    else if (range) this.#ranges.push({ ...rule, range });
    else if (pattern.startsWith('*.')) this.#domains.add(pattern.slice(2), rule);
    else this.#hosts.add(pattern, rule);
  }
}

const applies = (rule: Rule, kind: ProxyKind, port: number): boolean =>
  (rule.kind === 'all' || rule.kind === kind) &&
  (rule.ports.length === 0 || rule.ports.some(({ first, last }) => port >= first && port <= last));

/** What staff have blocked. */
export async function findTargetBlocks(pool: Pool): Promise<TargetBlock[]> {
  const { rows } = await pool.query<TargetBlock>(`SELECT pattern, ports, kind FROM target_block`);
  return rows;
}
