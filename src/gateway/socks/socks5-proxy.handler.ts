import { type Grant, NO_CREDENTIALS } from '../auth/gateway-authenticator';
import { type Client, WaitingClient } from '../client-connection';
import { type ProtocolHandler, type ProtocolContext, toProxyError } from '../protocol-handler';
import { toCutError } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';
import { canonicalAddress } from '../../common/net/addresses';
import { relay } from '../net/relay';
import { ProxyError, SocksReply } from '../proxy-error';
import { UdpAssociation, socksAddress } from './udp-association';
import { SOCKS_VERSION, Socks5Session } from './socks5-handshake';

const ACCEPT_PASSWORD = Buffer.from([SOCKS_VERSION, 2]);
const ACCEPT_NONE = Buffer.from([SOCKS_VERSION, 0]);
const NO_METHOD = Buffer.from([SOCKS_VERSION, 0xff]);
const PASSWORD_GOOD = Buffer.from([1, 0]);
const PASSWORD_BAD = Buffer.from([1, 1]);

/** The bound address is zero: the exit's local address is not disclosed. */
const reply = (code: SocksReply) => Buffer.from([SOCKS_VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);

/** Each holds two or three file descriptors. */
const MAX_ASSOCIATIONS = 1_000;

/**
 * SOCKS5 CONNECT with username and password, or without from an address that is allowed for exactly one proxy, and UDP
 * ASSOCIATE where staff have switched it on. Everything else is answered with 07. A client that offers both methods has a
 * password, so it is asked for that and costs no look-up of its address.
 */
export class Socks5ProxyHandler implements ProtocolHandler {
  #associations = 0;

  constructor(private readonly context: ProtocolContext) {}

  accept(client: Client, first: Buffer): void {
    const { socket } = client;
    let grant: Grant | undefined;
    const answer = async (given: Promise<Grant | undefined>, accepted: Buffer) => {
      grant = await given;
      if (grant) socket.write(accepted);
      return grant !== undefined;
    };
    const session: Socks5Session = new Socks5Session(socket, {
      onMessage: (message) => {
        if (message.type === 'greeting') {
          if (message.offersPassword) {
            socket.write(ACCEPT_PASSWORD);
            return true;
          }
          if (!message.offersNone) return this.#reject(client, NO_METHOD, 'AUTH_REQUIRED');
          session.skipPassword();
          return answer(this.#authenticate(client, NO_METHOD), ACCEPT_NONE);
        }
        if (message.type === 'password')
          return answer(this.#authenticate(client, PASSWORD_BAD, message), PASSWORD_GOOD);
        if (!grant) throw new ProxyError('AUTH_REQUIRED');
        const { host, port } = message;
        const done =
          message.type === 'associate'
            ? this.#associate(client, grant, port)
            : this.#open(client, grant, host, port);
        return done.then(() => false);
      },
      onRefused: (error) => this.#refuse(client, error, grant?.account),
    });
    session.start(first);
  }

  /** @returns undefined when the client was refused. */
  async #authenticate(client: Client, refusal: Buffer, given = NO_CREDENTIALS) {
    try {
      const { authenticator } = this.context;
      const grant = await authenticator.authenticate(given.username, given.password, client);
      this.context.metrics.observeHandshake(client.handshakeSeconds());
      return grant;
    } catch (error) {
      const { reason } = toProxyError(error, this.context);
      this.#endWith(client, refusal);
      this.context.log.debug({ reason }, 'SOCKS5 authentication refused');
      return undefined;
    }
  }

  async #open(client: Client, grant: Grant, host: string, port: number) {
    const { socket } = client;
    const connection = this.context.authenticator.open(grant, 'socks5', client.peerOf(host));
    const waiting = new WaitingClient(socket);
    const { signal } = waiting;
    connection.onCut((reason) => {
      waiting.release();
      this.#refuse(client, toCutError(reason), grant.account);
    });
    signal.addEventListener('abort', () => connection.close());
    client.clearTimeout();
    try {
      const target = await this.context.routes.openTunnel(grant, host, port, signal);
      if (connection.isClosed) return void target.destroy();
      waiting.release();
      socket.write(reply(SocksReply.Succeeded));
      relay(socket, target, connection);
    } catch (error) {
      // The client has left, or was cut and refused with the reason of that.
      if (connection.isClosed) return;
      waiting.release();
      connection.close();
      throw error;
    }
  }

  /** The association lasts as long as the connection, over which nothing more is said. */
  async #associate(client: Client, grant: Grant, clientPort: number): Promise<void> {
    const { socket } = client;
    if (socket.destroyed) return;
    const { kind } = grant.account.credential;
    if (!this.context.udp.has(kind))
      throw new ProxyError('BAD_REQUEST', undefined, SocksReply.CommandNotSupported);
    if (this.#associations >= MAX_ASSOCIATIONS) throw new ProxyError('TOO_MANY_CONNECTIONS');
    const route = this.context.routes.openDatagrams(grant);
    const connection = this.context.authenticator.open(grant, 'socks5', client.peerOf('udp'));
    const { client: clientAddress } = connection.peer;
    const localAddress = canonicalAddress(socket.localAddress ?? '') ?? '';
    this.#associations++;
    const unwatch = this.context.udp.watch(kind, () => connection.cut('CLOSED'));
    socket.once('close', () => {
      this.#associations--;
      unwatch();
      connection.close();
    });
    connection.onCut(() => socket.destroy());
    client.clearTimeout();
    socket.once('end', () => socket.destroy());
    const association = await UdpAssociation.open(
      clientAddress,
      localAddress,
      clientPort,
      connection,
      route,
    );
    if (socket.destroyed) return association.close();
    socket.once('close', () => association.close());
    const bound = socksAddress(this.context.udpAddress ?? localAddress, association.port);
    socket.write(Buffer.concat([Buffer.from([SOCKS_VERSION, SocksReply.Succeeded, 0]), bound]));
    socket.resume();
  }

  #refuse(client: Client, error: unknown, account: ProxyAccount | undefined): void {
    this.#endWith(client, reply(toProxyError(error, this.context, account).socksReply));
  }

  #reject(client: Client, answer: Buffer, reason: ProxyError['reason']): false {
    this.context.metrics.rejected.inc({ reason });
    this.#endWith(client, answer);
    return false;
  }

  #endWith(client: Client, answer: Buffer): void {
    client.startTimeout(1_000);
    client.socket.resume();
    client.socket.end(answer);
  }
}
