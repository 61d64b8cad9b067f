import fc from 'fast-check';
import type { Role } from '../../../src/common/security/actor';
import { ApiDocument, type ApiOperation } from './api-document';
import { EXAMPLE_ACCOUNT, EXAMPLE_STAFF } from './example-accounts';
import { HttpExchange, toCurl, type FuzzRequest } from './http-exchange';
import { RequestArbitrary } from './request-arbitrary';
import { ResponseCheck } from './response-check';

export type Caller = 'anonymous' | Role;

export interface FuzzTarget {
  /** Such as http://127.0.0.1:21000. */
  origin: string;
  /** The site's own URL, which callback URLs must have. */
  siteUrl: string;
  /** Port of a mail server on loopback. */
  smtpPort: number;
  /** The token of a new session of a new account with this role. */
  signUp(role: Role): Promise<string>;
}

export interface FuzzOptions {
  seed: number;
  /** Requests to each operation as each caller. */
  runs: number;
  callers: readonly Caller[];
  /** Part of "METHOD path", to fuzz some operations only. */
  only?: string;
  onProgress?: (text: string) => void;
}

export interface FuzzFailure {
  operation: string;
  caller: Caller;
  problem: string;
  /** Replays the request by itself. */
  curl: string;
}

/** One account is used for so many requests, which stays below its rate limit. */
const REQUESTS_PER_ACCOUNT = 80;
const LONGEST_SHRINK_MS = 60_000;

/** Sends generated requests to every operation of the document and collects answers that break the contract. */
export class Fuzzer {
  readonly #document = new ApiDocument();
  readonly #check = new ResponseCheck(this.#document);
  readonly #http: HttpExchange;
  readonly #requests: RequestArbitrary;
  readonly #accounts = new Map<Role, { token: string; left: number }>();
  #address = 0;
  #sent = 0;
  #succeeded = 0;

  constructor(private readonly target: FuzzTarget) {
    this.#http = new HttpExchange(target.origin);
    this.#requests = new RequestArbitrary(this.#document, {
      callback_url: [`${target.siteUrl}/wallet`],
      // A test mail must not look up hosts of others.
      smtpHost: ['localhost'],
      smtpPort: [target.smtpPort],
      email: [EXAMPLE_ACCOUNT.email, EXAMPLE_STAFF.email],
      id: [1, 2, 3, 4, 5, 6],
    });
  }

  /** Requests sent so far, and those that the API carried out. */
  get counts(): { sent: number; succeeded: number } {
    return { sent: this.#sent, succeeded: this.#succeeded };
  }

  async run({ seed, runs, callers, only = '', onProgress }: FuzzOptions): Promise<FuzzFailure[]> {
    const failures: FuzzFailure[] = [];
    for (const operation of this.#document.operations) {
      const name = `${operation.method} ${operation.path}`;
      if (!name.includes(only)) continue;
      for (const caller of callers) {
        const failure = await this.#fuzz(operation, caller, seed, runs);
        if (failure) failures.push(failure);
        if (failure) onProgress?.(`${name} as ${caller}: ${failure.problem}\n${failure.curl}`);
      }
      onProgress?.(`${name}: ${this.#sent} requests sent, ${failures.length} failures`);
    }
    return failures;
  }

  close(): void {
    this.#http.close();
  }

  async #fuzz(
    operation: ApiOperation,
    caller: Caller,
    seed: number,
    runs: number,
  ): Promise<FuzzFailure | undefined> {
    let last: { request: FuzzRequest; problem: string } | undefined;
    const property = fc.asyncProperty(this.#requests.for(operation), async (generated) => {
      const request = await this.#as(caller, generated);
      const problem = await this.#send(operation, caller, request);
      if (problem === undefined) return true;
      last = { request, problem };
      return false;
    });
    const { failed } = await fc.check(property, {
      seed,
      numRuns: runs,
      interruptAfterTimeLimit: LONGEST_SHRINK_MS,
    });
    if (!failed || !last) return undefined;
    return {
      operation: `${operation.method} ${operation.path}`,
      caller,
      problem: last.problem,
      curl: toCurl(this.target.origin, last.request),
    };
  }

  async #send(
    operation: ApiOperation,
    caller: Caller,
    request: FuzzRequest,
  ): Promise<string | undefined> {
    this.#sent += 1;
    try {
      const response = await this.#http.send(request);
      // One of the requests closed, suspended or signed out the account, or used up its limit.
      const isAllowed = operation.access === 'public' || operation.access.includes(caller as Role);
      if (caller !== 'anonymous' && isAllowed && [401, 403, 429].includes(response.status))
        this.#accounts.delete(caller);
      if (response.status < 300) this.#succeeded += 1;
      return this.#check.findProblem(operation, response);
    } catch (error) {
      return `no answer: ${String(error)}`;
    }
  }

  /** Adds the token and an address of its own, so that limits per address do not hide the operation. */
  async #as(caller: Caller, request: FuzzRequest): Promise<FuzzRequest> {
    this.#address = (this.#address + 1) % 0xffffff;
    const bytes = [this.#address >> 16, (this.#address >> 8) & 255, this.#address & 255];
    const headers = { 'x-forwarded-for': `10.${bytes.join('.')}`, ...request.headers };
    if (caller === 'anonymous') return { ...request, headers };
    const token = await this.#token(caller);
    return { ...request, headers: { authorization: `Bearer ${token}`, ...headers } };
  }

  async #token(role: Role): Promise<string> {
    let account = this.#accounts.get(role);
    if (!account || account.left === 0) {
      account = { token: await this.target.signUp(role), left: REQUESTS_PER_ACCOUNT };
      this.#accounts.set(role, account);
    }
    account.left -= 1;
    return account.token;
  }
}
