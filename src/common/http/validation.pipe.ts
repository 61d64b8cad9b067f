import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { invalidFields } from '../errors/domain-error';

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

/** Refuses unknown fields and wrong values with 422 and messages per field. */
export const validationPipe = (): ValidationPipe =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => invalidFields(flatten(errors)),
  });
