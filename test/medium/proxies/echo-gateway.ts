import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a test of a proxy meets: a gateway, and the echo address behind it and without it. */
export class EchoGateway {
  /** What the gateway refuses requests with; undefined: they reach the echo. */
  refusal: string | undefined;
  isEchoDown = false;
  /** Requests through the gateway. */
  tests = 0;
  readonly #server = createServer(({ headers }, response) => {
    const isThroughProxy = headers['proxy-authorization'] !== undefined;
    if (isThroughProxy) this.tests++;
    if (isThroughProxy && this.refusal !== undefined)
      response.writeHead(502, { 'x-proxy-error': this.refusal }).end();
    else if (this.isEchoDown) response.writeHead(500).end();
    else response.end('203.0.113.1');
  });

  static async start(): Promise<EchoGateway> {
    const gateway = new EchoGateway();
    gateway.#server.listen(0, '127.0.0.1');
    await once(gateway.#server, 'listening');
    return gateway;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get probeUrl(): string {
    return `http://127.0.0.1:${this.port}/echo`;
  }

  reset(refusal: string): void {
    Object.assign(this, { refusal, isEchoDown: false, tests: 0 });
  }

  close(): void {
    this.#server.close();
  }
}
