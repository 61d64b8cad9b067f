import type { ValueTransformer } from 'typeorm';
import { Money } from './money';

/** PostgreSQL bigint ↔ JavaScript bigint; the driver returns bigint as text. */
export const bigintColumn: ValueTransformer = {
  to: (value: bigint | null | undefined) => (value == null ? value : value.toString()),
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};

/** A bigint of kobo as `Money`. The column is called `x_kobo`, its property `x`. */
export const moneyColumn: ValueTransformer = {
  to: (value: Money | null | undefined) => (value == null ? value : value.kobo.toString()),
  from: (value: string | null) => (value === null ? null : Money.kobo(BigInt(value))),
};
