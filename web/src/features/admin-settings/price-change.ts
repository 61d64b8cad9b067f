import type { Draft } from './settings';

/** Price in US dollars of the sample that shows what a change does. */
export const SAMPLE_USD = 10;

const DEFAULT_RATE = 1600;

export interface Pricing {
  /** Naira for a US dollar. */
  rate: number;
  /** Percent; 0 while the markup is off. */
  markup: number;
  /** Whole naira. */
  sample: number;
}

/** @returns null while a number of the draft cannot be read. */
export function toPricing(draft: Draft): Pricing | null {
  const rate = Number(draft.exchangeRate) || DEFAULT_RATE;
  const markup = draft.markupEnabled ? Number(draft.markupPercentage) : 0;
  if (Number.isNaN(Number(draft.exchangeRate)) || Number.isNaN(markup)) return null;
  return { rate, markup, sample: Math.round(SAMPLE_USD * rate * (1 + markup / 100)) };
}

/** Both prices where the rate or the markup differ, else null. */
export function priceChange(saved: Draft, draft: Draft): { from: Pricing; to: Pricing } | null {
  const from = toPricing(saved);
  const to = toPricing(draft);
  if (!from || !to || (from.rate === to.rate && from.markup === to.markup)) return null;
  return { from, to };
}
