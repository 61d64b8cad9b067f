import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { canonicalAddress, isLoopback, isPublic } from './addresses';

/** The `code` of the error of a lookup whose addresses are all out of bounds. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** The host of a URL, an IPv6 address without its brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const resolveName = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * Where the server may connect to for URLs that people enter: public addresses over TLS, so that no answer of DNS leads
 * into a private network.
 */
export class OutboundGuard {
  /**
   * @param allowLoopback also this machine, with or without TLS, for the simulators and for development.
   * @param resolve the addresses of a name; DNS unless given.
   */
  constructor(
    private readonly allowLoopback: boolean,
    private readonly resolve: (name: string) => Promise<string[]> = resolveName,
  ) {}

  /** Whether a call of the URL may connect to an address. */
  allows(text: string, url: URL): boolean {
    const address = canonicalAddress(text);
    if (address === undefined) return false;
    if (this.allowLoopback && isLoopback(address)) return true;
    return url.protocol === 'https:' && isPublic(address);
  }

  /** Whether the URL names an address that it must not connect to. Node calls no lookup for an address. */
  refusesHost(url: URL): boolean {
    const host = bareHost(url);
    return isIP(host) !== 0 && !this.allows(host, url);
  }

  /** For a request of the URL: the connection goes to an address that was checked, whatever DNS answers next. */
  lookupFor(url: URL): LookupFunction {
    return (name, { all }, done) => {
      this.resolve(name).then(
        (answers) => {
          const [first, ...rest] = answers.filter((address) => this.allows(address, url));
          if (first === undefined)
            return done(Object.assign(new Error(ADDRESS_REFUSED), { code: ADDRESS_REFUSED }), '');
          if (!all) return done(null, first, isIP(first));
          done(
            null,
            [first, ...rest].map((address) => ({ address, family: isIP(address) })),
          );
        },
        (error: Error) => done(error, ''),
      );
    };
  }
}
