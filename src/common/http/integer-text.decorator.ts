import { Transform } from 'class-transformer';

/** Takes a whole number that came as text ("5"); anything else is left for the validator to refuse. */
export const IntegerText = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value,
  );

/** The largest id a row can have. */
export const MAX_ID = 2_147_483_647;
