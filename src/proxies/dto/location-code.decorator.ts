import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import { toPlainText } from '../../common/text/plain-text';

const lower = (value: unknown) =>
  typeof value === 'string' ? toPlainText(value).toLowerCase() : value;

/** A two-letter country code or `zz`, in either case. */
export const CountryCode = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => lower(value)),
    Matches(/^[a-z]{2}$/, { message: 'Choose a country.' }),
  );

/** Null, empty text, `zz` and nothing at all mean "any" and become null. */
export const anyToNull = ({ value }: { value: unknown }) => {
  const code = lower(value);
  return code === '' || code === RANDOM_LOCATION || code === undefined ? null : code;
};

/** A code of the catalog, or any place. */
export const OptionalPlaceCode = () =>
  applyDecorators(
    Transform(anyToNull),
    IsOptional(),
    Matches(/^[\w.-]{1,64}$/, { message: '$property is not a code from the catalog.' }),
  );
