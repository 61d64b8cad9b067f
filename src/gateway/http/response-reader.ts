import { BodyFramer } from './body-framer';
import type { Exchange } from './exchange';
import { type RequestHead, findResponseHead, ResponseHead } from './message-heads';

const EMPTY = Buffer.alloc(0);

/** Reads the response to one request, interim ones included, and writes it as the client is to receive it. */
export class ResponseReader {
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
