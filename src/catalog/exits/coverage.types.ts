import type { ExitKind } from '../catalog.types';

/** Undefined fields match any. */
export interface CoverageFilter {
  readonly kind?: ExitKind;
  /** Part of the name of a country, or its code. */
  readonly search?: string;
}

/** What serves a country with a kind of proxies. */
export interface CoverageRow {
  readonly country: string;
  readonly countryName: string;
  readonly kind: ExitKind;
  /** Enabled exits that a gateway serves. */
  readonly exits: number;
  /** Enabled exits that no gateway serves. */
  readonly notServed: number;
  /** Enabled networks that sell the country. */
  readonly networks: readonly { readonly id: number; readonly name: string }[];
}
