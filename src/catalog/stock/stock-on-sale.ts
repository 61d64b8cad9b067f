import { SALE_MARGIN_MINUTES } from '../catalog.types';

/** SQL condition: nobody has the unit, and it may be sold. @param unit alias of `stock_unit`. */
export const isFree = (unit: string): string =>
  `${unit}.order_id IS NULL AND ${unit}.enabled AND ${unit}.dead_at IS NULL`;

/** SQL condition: the unit outlives an instant. @param unit alias of `stock_unit`; @param end SQL of the instant. */
export const outlives = (unit: string, end: string): string =>
  `(${unit}.upstream_expires_at IS NULL OR ${unit}.upstream_expires_at >= ${end} + interval '${SALE_MARGIN_MINUTES} minutes')`;

/** SQL condition: the unit outlives a sale that begins now. @param minutes SQL of the length. */
export const lastsFor = (unit: string, minutes: string): string =>
  outlives(unit, `now() + make_interval(mins => ${minutes})`);
