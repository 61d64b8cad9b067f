import { MINUTE, SECOND } from '../common/time/clock';

/** Limits of the time that a client may take, in milliseconds. How long an answer takes to compute is not limited. */
export interface RequestDeadlines {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to the end of its body, however steadily it arrives. */
  requestMs: number;
  /** Without a byte in either direction, such as a client that does not read its answer. */
  idleMs: number;
  /** How often the first two are checked; Node's default of 30 seconds would double them. */
  checkMs: number;
}

export const REQUEST_DEADLINES: Readonly<RequestDeadlines> = Object.freeze({
  headersMs: 10 * SECOND,
  requestMs: 30 * SECOND,
  idleMs: 2 * MINUTE,
  checkMs: SECOND,
});

export const deadlineOptions = ({ headersMs, requestMs, idleMs, checkMs }: RequestDeadlines) => ({
  requestTimeout: requestMs,
  connectionTimeout: idleMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
});
