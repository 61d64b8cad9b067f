import { DomainError, invalidFields } from '../errors/domain-error';
import {
  ValidationPipe,
  type ArgumentMetadata,
  type ValidationError,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';

/** Deeper than any valid request, and far below what would overflow the stack. */
const MAX_DEPTH = 16;

type Rule = (text: string) => boolean;

/** No lone surrogate: validators fail on it and jsonb rejects it. */
export const isWellFormed: Rule = (text) => text.search(/\p{Surrogate}/u) < 0;
/** No NUL, the one character that PostgreSQL cannot store in text. */
export const hasNoNul: Rule = (text) => !text.includes('\0');

/**
 * Checks every text of a request against a rule, including the names of its fields.
 * @param path dotted, of the field that holds the value.
 */
export function assertValidText(rule: Rule, value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string' && !rule(value)) throw invalidText(path);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH)
    throw new DomainError('malformed', 'MALFORMED_REQUEST', 'The request is nested too deep.');
  for (const [key, entry] of Object.entries(value)) {
    if (!rule(key)) throw invalidText(path);
    assertValidText(rule, entry, path ? `${path}.${key}` : key, depth + 1);
  }
}

const invalidText = (path: string): DomainError =>
  invalidFields({ [path]: ['Please remove characters that are not text'] });

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

/** The largest id of a row: PostgreSQL's integer. */
export const MAX_ID = 2_147_483_647;

/** Parses the id of a row in a path. An id out of range is not found, without a query. */
@Injectable()
export class ParseIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID)
      throw new DomainError('not_found', 'NOT_FOUND', 'We couldn’t find that record.');
    return id;
  }
}
