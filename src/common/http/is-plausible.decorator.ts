import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isPlausible } from '../time/plausible';

/** For a `Date`, or a text that another decorator knows to be one. */
export const IsPlausible = (options?: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isPlausible',
      validator: {
        validate: (value: unknown) =>
          (typeof value === 'string' || value instanceof Date) && isPlausible(new Date(value)),
        defaultMessage: () => '$property must be between the years 2000 and 2099',
      },
    },
    options,
  );
