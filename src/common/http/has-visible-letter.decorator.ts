import { ValidateBy, type ValidationOptions } from 'class-validator';
import { hasVisibleLetter } from '../text/visible-text';

/** A name: text with a letter or digit that can be seen. */
export const HasVisibleLetter = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'hasVisibleLetter',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && hasVisibleLetter(value),
      },
    },
    options,
  );
