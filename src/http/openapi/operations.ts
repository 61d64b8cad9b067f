import type { OpenAPIObject } from '@nestjs/swagger';
import type { ENVELOPE_EXTENSION, EnvelopeOptions } from '../../common/http/api.decorators';

export interface Content {
  schema?: object;
  example?: unknown;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content?: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
  'x-access'?: string | string[];
  'x-api-key-scope'?: string;
  [ENVELOPE_EXTENSION]?: EnvelopeOptions;
}

/** Path, method and operation of every route. */
export const listOperations = (document: OpenAPIObject): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(
      ([method, operation]): [string, string, Operation] => [path, method, operation],
    ),
  );
