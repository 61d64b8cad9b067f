import { readFileSync } from 'node:fs';
import type { Role } from '../../../src/common/security/actor';
import { OPENAPI_FILE } from '../openapi-document';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  example?: unknown;
}

export interface ApiParameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
}

export interface ApiOperation {
  method: string;
  path: string;
  access: 'public' | Role[];
  parameters: ApiParameter[];
  /** Undefined when the operation takes no body. */
  body?: Schema;
  /** Media types by status. */
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface RawOperation {
  parameters?: ApiParameter[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
  responses: ApiOperation['responses'];
  'x-access': ApiOperation['access'];
}

/** The committed OpenAPI document. */
export class ApiDocument {
  readonly components: { schemas: Record<string, Schema> };
  readonly operations: ApiOperation[];

  constructor(file = OPENAPI_FILE) {
    const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      paths: Record<string, Record<string, RawOperation>>;
      components: ApiDocument['components'];
    };
    this.components = components;
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => ({
        method: method.toUpperCase(),
        path,
        access: raw['x-access'],
        parameters: raw.parameters ?? [],
        body: raw.requestBody?.content?.['application/json']?.schema,
        responses: raw.responses,
      })),
    );
  }

  /** Merges references and `allOf` into one schema, one level deep. */
  resolve(schema: Schema): Schema {
    const { $ref, allOf, ...own } = schema;
    const referenced = $ref === undefined ? [] : [this.components.schemas[$ref.split('/').pop()!]!];
    const parts = [...referenced, ...(allOf ?? [])].map((part) => this.resolve(part));
    return Object.assign({}, ...parts, own) as Schema;
  }
}
