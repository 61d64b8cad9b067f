/** Payload: the id of a row of `supply_probe_request`. */
export const PROBE_CHANNEL = 'supply_probe';

/** What a gateway found out by fetching the echo address through an exit or a network. */
export interface ProbeOutcome {
  readonly ok: boolean;
  /** The address that the echo saw. */
  readonly exitIp: string | null;
  /** Country that the echo's answer states, in lower case. */
  readonly statedCountry: string | null;
  /** From the first packet to the last byte of the answer. */
  readonly latencyMs: number | null;
  /** A sentence without secrets; null when it went well. */
  readonly error: string | null;
  /** False: what failed may be ours, such as a gateway that is stopped or an echo address that nobody reaches. */
  readonly isConclusive: boolean;
}

/** A probe of which nothing follows about the exit or network. */
export const inconclusive = (error: string): ProbeOutcome => ({
  ...{ ok: false, exitIp: null, statedCountry: null, latencyMs: null },
  ...{ error, isConclusive: false },
});
