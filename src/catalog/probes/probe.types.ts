import type { ProbeOutcome } from '../../common/gateway/supply-probe';

/** A network, or an exit, of which the other id is null. */
export interface ProbeSubject {
  readonly networkId: number | null;
  readonly exitNodeId: number | null;
  /** ISO code in lower case; null is any country. */
  readonly country: string | null;
}

export interface ProbeResult extends Omit<ProbeOutcome, 'statedCountry'> {
  /** Of the exit's address by the bundled table, else what the echo states; in lower case. */
  readonly countryFound: string | null;
}
