import type { ValueTransformer } from 'typeorm';

/** PostgreSQL bigint ↔ JavaScript bigint; the driver returns bigint as text. */
export const bigintColumn: ValueTransformer = {
  to: (value: bigint | null | undefined) => (value == null ? value : value.toString()),
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};
