import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConflictResponse, ApiHeader } from '@nestjs/swagger';
import { ErrorResponse } from './envelope.response';

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
    ApiConflictResponse({
      type: ErrorResponse,
      description: 'The key was used with another body, or its first call is still running.',
    }),
  );
