import type { OpenAPIObject } from '@nestjs/swagger';
import { ENVELOPE_EXTENSION } from '../../common/http/api.decorators';
import { listOperations, type Operation } from './operations';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, unknown>;
  required?: string[];
}

const REFERENCE = '#/components/schemas/';

interface Use {
  readonly data: Schema;
  readonly where: string;
  readonly hasMessage: boolean;
}

/**
 * Gives the data that handlers return the envelope that `EnvelopeInterceptor` puts around it, as a schema of its own.
 * The message is optional where some of its operations have none.
 * @throws Error when two envelopes of the same name differ, or data without a class has no name.
 */
export function addEnvelopes(document: OpenAPIObject): void {
  const schemas = (document.components!.schemas ??= {}) as Record<string, Schema>;
  const uses = new Map<string, Use[]>();
  for (const [path, method, operation] of listOperations(document)) {
    const options = operation[ENVELOPE_EXTENSION];
    delete operation[ENVELOPE_EXTENSION];
    for (const content of jsonOfSuccesses(operation)) {
      const data = content.schema as Schema | undefined;
      if (!data || data.format === 'binary' || 'success' in propertiesOf(data, schemas)) continue;
      const where = `${method} ${path}`;
      const name = `${options?.name ?? nameOf(data, where)}Response`;
      const { description } = options ?? {};
      const use = {
        data: { ...data, ...(description && { description }) },
        where,
        hasMessage: options?.message !== undefined,
      };
      uses.set(name, [...(uses.get(name) ?? []), use]);
      content.schema = { $ref: REFERENCE + name };
    }
  }
  for (const [name, all] of uses) {
    if (schemas[name] || new Set(all.map(({ data }) => JSON.stringify(data))).size > 1)
      throw new Error(
        `Name the envelope of one of ${all.map(({ where }) => where).join(', ')}: ${name} is taken`,
      );
    const withMessage = all.filter(({ hasMessage }) => hasMessage).length;
    schemas[name] = {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        ...(withMessage && { message: { type: 'string' } }),
        data: all[0]!.data,
      },
      required: ['success', ...(withMessage === all.length ? ['message'] : []), 'data'],
    };
  }
}

const jsonOfSuccesses = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const json = status.startsWith('2') && content?.['application/json'];
    return json ? [json] : [];
  });

const propertiesOf = (data: Schema, schemas: Record<string, Schema>) =>
  (data.$ref ? schemas[data.$ref.slice(REFERENCE.length)] : data)?.properties ?? {};

function nameOf({ $ref }: Schema, where: string): string {
  const name = $ref?.slice(REFERENCE.length).replace(/Data$/, '');
  if (!name || name.endsWith('Response')) throw new Error(`The envelope of ${where} has no name`);
  return name;
}
