import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { invalidFields } from '../errors/domain-error';
import { assertPlain, hasNoNul, isWhole } from './plain-input';

/** Nested errors as dotted paths, so that a form can find its field. */
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
    assertPlain(isWhole, value, metadata.data);
    const read: unknown = await super.transform(value, metadata);
    // Last, since most fields have better words for it.
    assertPlain(hasNoNul, read, metadata.data);
    return read;
  }
}

/** Refuses unknown fields and wrong values with 422 and messages per field. */
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
