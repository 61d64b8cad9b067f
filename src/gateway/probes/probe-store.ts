import type { ProbeOutcome } from '../../common/gateway/gateway-messages';
import type { Exit } from '../exits/exit';

/** One exit or network that the API or a worker wants to know about. */
export interface ProbeTask {
  /** An exit by its id, or a network, which may be disabled. */
  readonly subject: number | Exit;
  /** ISO code in lower case; null for any country. */
  readonly country: string | null;
}

/** Requests for probes and their outcomes: PostgreSQL, or memory in a test. All methods reject when it is down. */
export abstract class ProbeStore {
  /** Null when the request is over, or another gateway process has claimed it. */
  abstract find(id: string): Promise<ProbeTask | null>;
  /** @returns false when another gateway process was faster. */
  abstract claim(id: string, holder: string): Promise<boolean>;
  /** Without effect when the request is over. */
  abstract finish(id: string, outcome: ProbeOutcome): Promise<void>;
}
