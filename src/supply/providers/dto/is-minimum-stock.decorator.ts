import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isCountryCode } from '../../../common/http/fields';

/** Country codes in lower case with 1 to 1000 units each. */
export const IsMinimumStock = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isMinimumStock',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.entries(value).every(
            ([country, count]) =>
              isCountryCode(country) &&
              Number.isInteger(count) &&
              (count as number) >= 1 &&
              (count as number) <= 1000,
          ),
        defaultMessage: () => 'Use country codes in lower case with 1 to 1000 units each',
      },
    },
    options,
  );
