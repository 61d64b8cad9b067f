import { finish, reset, resetSoon, resetWhenWritten } from '../net/close';
import {
  type LiveConnection,
  type CutReason,
  isUsedUp,
  toCutError,
} from '../meter/live-connection';
import type { RequestRoute } from '../net/connection-router';
import type { HttpSession } from './http-session';
import { TargetConnection, MeteredPass } from './target-connection';
import { ProxyError, type ProxyStatusType } from '../proxy-error';
import { BodyFramer } from './body-framer';
import {
  MalformedMessage,
  type RequestHead,
  ResponseHead,
  findResponseHead,
} from './message-heads';
import { formatOwnAnswer } from './own-responses';

const EMPTY = Buffer.alloc(0);

/** Reads the response to one request, interim ones included, and writes it as the client is to receive it. */
class ResponseReader {
  /** Of a head that is not whole yet. */
  #partial: Buffer = EMPTY;
  #head: ResponseHead | undefined;
  #body: BodyFramer | undefined;
  #dechunks = false;
  /** Whether the client was promised another response. */
  keepsClientAlive = false;

  constructor(
    private readonly request: RequestHead,
    private readonly sink: Exchange,
  ) {}

  /** Whether the client has received a part of the final response. */
  get hasStarted(): boolean {
    return this.#head !== undefined;
  }

  /** Whether the target takes another request over its connection. */
  get keepsTargetAlive(): boolean {
    return this.#head?.keepsAlive === true && this.#body?.isRepaired !== true;
  }

  /** Whether the end of the target's connection is the end of the response. */
  get endsWithConnection(): boolean {
    return this.#body?.endsWithConnection === true;
  }

  /** Whether the client can tell that the response is not complete when the connection ends. */
  get hasLength(): boolean {
    return !this.#dechunks && !this.endsWithConnection;
  }

  /** @param bytes valid during the call only. */
  push(bytes: Buffer): void {
    if (this.#head) this.#passBody(bytes, undefined);
    else this.#passHeads(bytes);
  }

  #passHeads(bytes: Buffer): void {
    const searched = this.#partial.length;
    let left = searched === 0 ? bytes : Buffer.concat([this.#partial, bytes]);
    this.#partial = EMPTY;
    for (let from = searched; left.length > 0; from = 0) {
      const found = findResponseHead(left, from);
      if (!found) return void (this.#partial = Buffer.from(left));
      left = left.subarray(found.end);
      const response = ResponseHead.parse(found.text);
      if (response.isSwitch) return this.sink.onSwitch(response, left);
      if (!response.isInterim) return this.#start(response, left);
      if (!this.request.isHttp10)
        this.sink.write(Buffer.from(response.forClient('', false), 'latin1'));
    }
  }

  #start(response: ResponseHead, rest: Buffer): void {
    const { isHttp10 } = this.request;
    this.#body = response.hasBody(this.request) ? BodyFramer.for(response, true) : undefined;
    this.#dechunks = this.#body !== undefined && response.isChunked && isHttp10;
    this.keepsClientAlive = this.hasLength && this.sink.mayKeepAlive;
    const fields = this.keepsClientAlive ? this.sink.keepAliveFields : 'Connection: close\r\n';
    const head = response.forClient(fields, response.isChunked && !isHttp10);
    this.#passBody(rest, Buffer.from(head, 'latin1'), response);
  }

  /** @param head goes along with the first bytes of the body; where these are malformed, nothing is sent. */
  #passBody(bytes: Buffer, head: Buffer | undefined, response = this.#head): void {
    const parts = head ? [head] : [];
    const pass = (part: Buffer) => void parts.push(part);
    let end = 0;
    if (this.#body && bytes.length > 0)
      end = this.#dechunks
        ? this.#body.consume(bytes, { onContent: pass })
        : this.#body.consume(bytes, { onWire: pass });
    this.#head = response;
    if (parts.length > 0) this.sink.write(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    if (!this.#body || this.#body.isComplete) this.sink.onComplete(end === bytes.length);
  }
}

/** A request that may be forwarded. */
export interface Admission {
  route: RequestRoute;
  /** Exactly as the client sent it. */
  path: string;
  /** Value of the Host field for the target. */
  host: string;
  /** What meters and cuts the exchange; the exchange closes it. */
  connection?: LiveConnection;
}

const NOT_HTTP = 'The target answered what is no answer to the request.';

/**
 * One request and its response (RFC 9110, RFC 9112).
 *
 * Counted are the bytes on the target's side, heads and framing included, each before it passes. A target connection is
 * read only as fast as the client takes it, so that little more is charged than the client was sent.
 *
 * A kept connection may have been closed by the target just now. Only a request that can safely be
 * repeated uses one, and is repeated over a new connection.
 */
export class Exchange {
  readonly #up = new MeteredPass(
    'up',
    (bytes) => this.#send(bytes),
    () => this.#resumeUp(),
  );
  readonly #down = new MeteredPass(
    'down',
    (bytes) => this.#receive(bytes),
    () => this.#resumeDown(),
  );
  readonly #requestBody: BodyFramer;
  #admission: Admission | undefined;
  #target: TargetConnection | undefined;
  #isOver = false;
  /** Gives up the connection that is being opened. */
  #dialing: AbortController | undefined;
  #hasReceived = false;
  #targetHasEnded = false;
  readonly #response: ResponseReader;

  constructor(
    private readonly head: RequestHead,
    private readonly client: HttpSession,
  ) {
    this.#requestBody = BodyFramer.for(head, false);
    this.#response = new ResponseReader(head, this);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get wasAdmitted(): boolean {
    return this.#admission !== undefined;
  }

  get isRequestComplete(): boolean {
    return this.#requestBody.isComplete;
  }

  /** Whether `body` may be called. */
  get takesBody(): boolean {
    return (
      this.#target !== undefined &&
      !this.#requestBody.isComplete &&
      !this.#up.isHolding &&
      !this.#target.socket.writableNeedDrain
    );
  }

  async run(admit: (head: RequestHead) => Promise<Admission>): Promise<void> {
    try {
      const admission = await admit(this.head);
      const { connection, route } = (this.#admission = admission);
      if (this.#isOver) return connection?.close();
      connection?.onCut((reason) => this.#cut(reason));
      if (this.#isOver) return;
      this.#up.meter = this.#down.meter = connection;
      if (this.head.maxForwards === 0) return this.#answerItself();
      const kept =
        route.key !== undefined && this.#mayKeep ? this.client.takeKept(route.key) : undefined;
      if (kept) this.#use(kept);
      else await this.#dial();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns how many of the bytes belong to the request's body. */
  body(bytes: Buffer): number {
    const end = this.#requestBody.consume(bytes);
    if (end > 0) this.#up.push(end === bytes.length ? bytes : bytes.subarray(0, end));
    return end;
  }

  /** The client is gone or cannot be understood. */
  abort(): void {
    if (this.#isOver) return;
    this.#end();
    this.#target?.reset();
  }

  /** Whether the client has received a part of the final response. */
  get hasStarted(): boolean {
    return this.#response.hasStarted;
  }

  onClientDrain(): void {
    if (!this.#down.isHolding) this.#target?.socket.resume();
  }

  /** @param bytes valid during the call only. */
  onTargetData(bytes: Buffer): void {
    this.#hasReceived = true;
    this.#down.push(bytes);
    if (this.#down.isHolding) this.#target?.socket.pause();
  }

  onTargetDrain(): void {
    this.#resumeUp();
  }

  /** The target has sent everything. */
  onTargetEnd(): void {
    this.#targetHasEnded = true;
    if (!this.#down.isHolding) this.#finishAtEnd();
  }

  /** The connection is gone; `onTargetEnd` may have come before. */
  onTargetClose(): void {
    if (this.#isOver || (this.#down.isHolding && this.#targetHasEnded)) return;
    const mayRepeat = this.#target?.isReused && !this.#hasReceived;
    const cause = this.#target?.socket.errored;
    this.#target = undefined;
    if (mayRepeat) {
      this.#up.reclaim();
      void this.#dial().catch((error: unknown) => this.#fail(error));
    } else if (cause instanceof ProxyError) this.#fail(cause);
    else this.#broken('The target closed the connection.', 'connection_terminated');
  }

  get #mayKeep(): boolean {
    return this.head.isRepeatable && this.#upgrade === undefined;
  }

  get #upgrade(): string | undefined {
    return this.#admission?.route.isOpaque ? this.head.upgrade : undefined;
  }

  async #dial(): Promise<void> {
    const { route } = this.#admission!;
    this.#dialing = new AbortController();
    const socket = await route.dial(this.#dialing.signal);
    // An abort makes an error with a stack, which no finished request needs.
    this.#dialing = undefined;
    if (this.#isOver) return void socket.destroy();
    this.#use(new TargetConnection(socket, this.#mayKeep ? route.key : undefined));
  }

  #use(target: TargetConnection): void {
    const { path, host } = this.#admission!;
    this.#target = target;
    target.user = this;
    const head = this.head.forTarget(path, host, target.key !== undefined, this.#upgrade);
    this.#up.push(Buffer.from(head, 'latin1'));
    if (this.#isOver) return;
    this.client.resumeBody();
    target.read();
  }

  #send(bytes: Buffer): void {
    if (this.#isOver || !this.#target) return;
    if (!this.#target.socket.write(bytes) || this.#up.isHolding) this.client.pauseBody();
  }

  #resumeUp(): void {
    if (!this.#isOver) this.client.resumeBody();
  }

  #resumeDown(): void {
    if (this.#isOver) return;
    if (this.#targetHasEnded) this.#finishAtEnd();
    else this.#target?.socket.resume();
  }

  #receive(bytes: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#response.push(bytes);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.#broken(NOT_HTTP, 'http_protocol_error');
    }
  }

  /** For the client. @param bytes valid during the call only. */
  write(bytes: Buffer): void {
    if (!this.client.write(bytes)) this.#target?.socket.pause();
  }

  /** Whether the client may be promised another response after this one. */
  get mayKeepAlive(): boolean {
    return this.client.mayKeepAlive && this.head.keepsAlive && this.#requestBody.isComplete;
  }

  get keepAliveFields(): string {
    return this.client.keepAliveFields;
  }

  /** The target changes to another protocol. @param rest its first bytes in it. */
  onSwitch(response: ResponseHead, rest: Buffer): void {
    const [target, connection] = [this.#target, this.#admission?.connection];
    const protocol = response.get('upgrade');
    if (this.#upgrade === undefined || protocol === undefined || !target || !connection)
      throw new MalformedMessage();
    const fields = `Upgrade: ${protocol}\r\nConnection: Upgrade\r\n`;
    const head = Buffer.from(response.forClient(fields, false), 'latin1');
    this.client.write(rest.length === 0 ? head : Buffer.concat([head, rest]));
    this.#isOver = true;
    target.detach();
    this.client.tunnel(target.socket, connection, this.#down.reclaim());
  }

  /** @param isClean nothing unexpected followed the response. */
  onComplete(isClean: boolean): void {
    const target = this.#target;
    const mayKeep =
      isClean &&
      target?.key !== undefined &&
      this.#response.keepsTargetAlive &&
      !this.#down.isHolding &&
      !this.#targetHasEnded &&
      this.#requestBody.isComplete;
    this.#end();
    if (target && mayKeep) this.client.keep(target);
    else target?.destroy();
    this.client.complete(this.#response.keepsClientAlive);
  }

  #answerItself(): void {
    const keepsAlive = this.mayKeepAlive;
    const fields = keepsAlive ? this.keepAliveFields : 'Connection: close\r\n';
    this.client.write(formatOwnAnswer(this.head, fields));
    this.#end();
    this.client.complete(keepsAlive);
  }

  #finishAtEnd(): void {
    if (this.#isOver) return;
    if (this.#response.endsWithConnection) return this.onComplete(true);
    // Reset or closed: `onTargetClose` says so, and decides whether to repeat.
    this.#target?.socket.destroy();
  }

  #cut(reason: CutReason): void {
    if (this.#isOver) return;
    this.#end();
    this.#target?.destroy();
    if (!this.#response.hasStarted) return this.client.refuse(toCutError(reason));
    // The last bytes of the quota are on their way; the response stays visibly incomplete.
    const flush = this.#response.hasLength ? finish : resetSoon;
    this.client.breakOff(isUsedUp(reason) ? flush : reset);
  }

  #broken(why: string, type: ProxyStatusType): void {
    this.#fail(new ProxyError('TARGET_UNREACHABLE', why, undefined, type));
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#target?.destroy();
    if (this.#response.hasStarted) this.client.breakOff(resetWhenWritten);
    else this.client.refuse(error);
  }

  #end(): void {
    this.#isOver = true;
    this.#dialing?.abort();
    this.#admission?.connection?.close();
  }
}
