import { Transform } from 'class-transformer';

/** Takes a whole number that came as text ("5"); anything else is left for the validator to refuse. */
export const IntegerText = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value,
  );
