import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isPgSafeText } from '../../../database/pg-text-sanitizer';

const MAX_KEYS = 20;
const MAX_BYTES = 2048;

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  Number.isFinite(value) ||
  (typeof value === 'string' && isPgSafeText(value));

/** Whether it is an object of a few plain values, small enough to be kept as it is. */
export function isFlatMetadata(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= MAX_KEYS &&
    entries.every(([key, entry]) => isPlain(key) && isPlain(entry)) &&
    Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES
  );
}

export const IsFlatMetadata = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isFlatMetadata',
      validator: {
        validate: isFlatMetadata,
        defaultMessage: () => 'Metadata takes at most 20 plain values, 2 KiB in all',
      },
    },
    options,
  );
