import { OperatorError } from '../../common/errors/operator-error';
/** Names of the hash chains. Persisted: never rename one. */
export const CHAINS = ['ledger', 'audit'] as const;
export type ChainName = (typeof CHAINS)[number];

export interface ExportedPosition {
  /** Id of the last link. */
  readonly position: string;
  /** Hex. */
  readonly hash: string;
}

/** Heads of the chains that have one. */
export interface ChainHeads {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly chains: Readonly<Partial<Record<ChainName, ExportedPosition>>>;
}

/** The file is not an export of chain heads; the message is for the operator. */
export class ChainHeadFileError extends OperatorError {}

export const chainHeadFileName = (day: string): string => `chain-head-${day}.json`;

export const formatChainHeads = (heads: ChainHeads): string =>
  `${JSON.stringify(heads, null, 2)}\n`;

/** @throws ChainHeadFileError */
export function parseChainHeads(text: string): ChainHeads {
  const heads = parseJson(text) as Partial<ChainHeads> | null;
  const chains = Object.entries(heads?.chains ?? {});
  const isValid = ([name, { position, hash }]: [string, ExportedPosition]) =>
    CHAINS.includes(name as ChainName) &&
    /^\d{1,18}$/.test(position) &&
    /^[0-9a-f]{64}$/.test(hash);
  if (typeof heads?.day !== 'string' || chains.length === 0 || !chains.every(isValid))
    throw new ChainHeadFileError('The file is not an export of chain heads.');
  return heads as ChainHeads;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
