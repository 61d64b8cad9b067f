import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from './api-errors.decorator';

export const IDEMPOTENT_KEY = 'idempotent';

/** Honours `Idempotency-Key`: the same key and body gets the first answer, another body 409. */
export const Idempotent = () =>
  applyDecorators(
    SetMetadata(IDEMPOTENT_KEY, true),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Up to 255 characters of your own. Repeating a call with the same key and body returns the first answer and does nothing twice.',
    }),
    ApiErrors({ 409: 'The key was used with another body, or its first call is still running.' }),
  );
