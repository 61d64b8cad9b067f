/** How the datagrams of one association leave. */
export interface DatagramRoute {
  /** Local address to bind; null is the machine's default. */
  localAddress: string | null;
  /** @returns the address to send to. @throws ProxyError when the target may not be reached. */
  vet: (host: string, port: number) => Promise<string>;
}
