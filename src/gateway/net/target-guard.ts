import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  canonicalAddress,
  canonicalHost,
  type Cidr,
  isPublic,
  translatedAddress,
} from '../../common/net/addresses';
import type { ProxyKind } from '../auth/credential';
import type { TargetBlocks } from './target-blocks';
import { ProxyError } from '../proxy-error';
import type { NameResolver } from './name-resolver';

/** A target that may be connected to, and its only permitted addresses. */
export interface VettedTarget {
  /** As a URL would spell it: lower-case, punycode, no brackets. */
  host: string;
  port: number;
  addresses: string[];
  /** The sandbox's echo service: only its echo may be reached, see `openEchoTunnel`. */
  isEcho: boolean;
}

export interface GuardOptions {
  /** Host names and ports of this gateway itself. */
  own: { hosts: string[]; ports: number[] };
  /** Port of the sandbox's echo service; undefined where there is no sandbox. */
  echoPort?: number;
  /** See `isPublic`. */
  nat64?: readonly Cidr[];
  /** What staff have blocked; without it nothing is. */
  blocks?: TargetBlocks;
  /** For tests: addresses that count as public. Never set from the configuration. */
  allow?: (address: string, port: number) => boolean;
}

const SMTP = new Set([25, 465, 587]);
const ECHO_HOSTS = new Set(['localhost', '127.0.0.1', '::1']);
const LOCAL_NAME =
  /^(localhost|ip6-localhost|ip6-loopback|broadcasthost)$|\.(localhost|local|internal|localdomain|home\.arpa)$/;
const INTERFACES_FRESH_MS = 30_000;

/**
 * Keeps customers out of everything that is not the public Internet, whatever the spelling: the host
 * is read as a browser would read it (so 0x7f.1 is 127.0.0.1), every DNS answer is checked, and the
 * caller may connect only to the vetted addresses, which prevents DNS rebinding.
 */
export class TargetGuard {
  #interfaces = new Set<string>();
  #interfacesReadAt = 0;

  constructor(
    private readonly resolver: NameResolver,
    private readonly options: GuardOptions,
  ) {}

  /** @param kind of the proxy, for which a target may be blocked. */
  async vet(hostText: string, port: number, kind: ProxyKind): Promise<VettedTarget> {
    if (!Number.isInteger(port) || port < 1 || port > 65535 || SMTP.has(port))
      throw new ProxyError('PORT_BLOCKED');
    const host = canonicalHost(hostText);
    if (host === undefined)
      throw new ProxyError('TARGET_BLOCKED', 'The target is not well formed.');
    if (this.options.blocks?.hasHost(kind, host, port)) throw blockedByStaff();
    if (port === this.options.echoPort && ECHO_HOSTS.has(host))
      return { host, port, addresses: ['127.0.0.1', '::1'], isEcho: true };
    const addresses = await this.#publicAddresses(host, port);
    if (addresses.length === 0) throw new ProxyError('TARGET_BLOCKED');
    // An upstream exit gets the name and would choose among all of its addresses.
    if (addresses.some((address) => this.#isBlocked(kind, address, port))) throw blockedByStaff();
    return { host, port, addresses, isEcho: false };
  }

  async #publicAddresses(host: string, port: number): Promise<string[]> {
    if (isIP(host)) return [host].filter((address) => this.#isAllowed(address, port));
    const { own } = this.options;
    if (LOCAL_NAME.test(host) || !host.includes('.')) return [];
    if (own.hosts.includes(host) && own.ports.includes(port)) return [];
    let answers: string[];
    try {
      answers = await this.resolver.resolve(host);
    } catch {
      throw new ProxyError(
        'TARGET_UNREACHABLE',
        'The name of the target has no address.',
        undefined,
        'dns_error',
      );
    }
    return answers
      .map((answer) => canonicalAddress(answer))
      .filter((address) => address !== undefined)
      .filter((address) => this.#isAllowed(address, port));
  }

  #isBlocked(kind: ProxyKind, address: string, port: number): boolean {
    const { blocks, nat64 = [] } = this.options;
    if (!blocks) return false;
    const inner = translatedAddress(address, nat64);
    return (
      blocks.hasAddress(kind, address, port) ||
      (inner !== undefined && blocks.hasAddress(kind, inner, port))
    );
  }

  #isAllowed(address: string, port: number): boolean {
    if (this.options.allow?.(address, port)) return true;
    return isPublic(address, this.options.nat64) && !this.#ownInterfaces().has(address);
  }

  /** This machine's own public addresses: behind its firewall more ports are open than outside. */
  #ownInterfaces(): Set<string> {
    if (Date.now() - this.#interfacesReadAt < INTERFACES_FRESH_MS) return this.#interfaces;
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    this.#interfaces = new Set(all.map((i) => canonicalAddress(i.address) ?? i.address));
    this.#interfacesReadAt = Date.now();
    return this.#interfaces;
  }
}

const blockedByStaff = () =>
  new ProxyError('TARGET_BLOCKED', undefined, undefined, 'http_request_denied');
