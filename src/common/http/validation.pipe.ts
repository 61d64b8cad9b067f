import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { invalidFields } from '../errors/domain-error';
import { assertValidText, hasNoNul, isWellFormed } from './text-validation';

/** Flattens nested errors into dotted field paths. */
function flatten(errors: ValidationError[], prefix = ''): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const error of errors) {
    const path = prefix + error.property;
    if (error.constraints) fields[path] = Object.values(error.constraints);
    Object.assign(fields, flatten(error.children ?? [], `${path}.`));
  }
  return fields;
}

class RequestPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return super.transform(value, metadata);
    assertValidText(isWellFormed, value, metadata.data);
    const transformed: unknown = await super.transform(value, metadata);
    // Last, since most fields have a more specific message.
    assertValidText(hasNoNul, transformed, metadata.data);
    return transformed;
  }
}

/** Rejects unknown fields and invalid values with 422 and messages per field. */
export const validationPipe = (): ValidationPipe =>
  new RequestPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => invalidFields(flatten(errors)),
  });
