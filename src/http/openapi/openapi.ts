import { type OpenAPIObject, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ACCOUNT_EXAMPLES, type Example } from './account.examples';
import { listOperations, type Content, type Operation } from './operations';
import { PROXY_EXAMPLES } from './proxy.examples';
import { ENVELOPE_EXTENSION } from '../../common/http/api.decorators';
import type { INestApplication } from '@nestjs/common';
import { ErrorResponse } from '../../common/http/common.dto';
import { customerPart, inReadingOrder, staffPart } from './parts';

const REQUEST_ID = '1d0898c8-8eb9-4fed-9274-e6f56b52e853';

const error = (code: string, message: string, errors?: object): object => ({
  success: false,
  code,
  message,
  ...(errors ? { errors } : {}),
  request_id: REQUEST_ID,
});

/** By status: the error that a program with an API key meets most often. */
const errorExamples = (scope: string): Readonly<Record<string, object>> => ({
  401: error('UNAUTHENTICATED', 'Please sign in to continue.'),
  402: error('INSUFFICIENT_BALANCE', 'Insufficient wallet balance', {
    required_amount: 4960,
    current_balance: 1200,
    shortfall: 3760,
  }),
  403: error('KEY_SCOPE', `This API key does not have the scope “${scope}”.`),
});

/** The table in the description of the documents. */
const ERRORS_DESCRIPTION = `## Errors

Every error has the shape of \`ErrorResponse\`. Decide by \`code\`, show \`message\`, and quote \`request_id\` (also the
header \`X-Request-Id\`) to support.

| Status | Code | What to do |
| --- | --- | --- |
| 401 | \`UNAUTHENTICATED\` | The token or key is missing, wrong, expired or removed: sign in or use another key |
| 402 | \`INSUFFICIENT_BALANCE\` | Top up \`errors.shortfall\` naira; nothing was charged |
| 402 | \`KEY_SPENDING_CAP\` | The key's daily limit would be exceeded; nothing was charged |
| 403 | \`KEY_SCOPE\`, \`KEY_ADDRESS\`, \`FORBIDDEN\` | The key or role may not do this: do not retry |
| 404 | \`…_NOT_FOUND\` | It does not exist or is not yours |
| 409 | \`PRICE_CHANGED\`, \`OUT_OF_STOCK\`, … | The state has changed: read it again and decide |
| 409 | \`IDEMPOTENCY_IN_PROGRESS\`, \`IDEMPOTENCY_KEY_REUSED\` | The first call with the key is running, or had another body |
| 422 | \`VALIDATION_FAILED\` | \`errors\` has messages by field |
| 429 | \`TOO_MANY_REQUESTS\` | Wait for the seconds in \`Retry-After\` |
| 500 | \`INTERNAL_ERROR\` | Repeat with the same Idempotency-Key |
| 502, 503 | \`CONNECTIONS_UNAVAILABLE\`, … | Something we depend on failed; \`message\` tells what happened to the money |
`;

/** By operation id: what a first integration calls. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...ACCOUNT_EXAMPLES,
  ...PROXY_EXAMPLES,
};

const JSON_TYPE = 'application/json';

/** Adds the examples. A contract test compares them with the schemas. */
export function addExamples(document: OpenAPIObject): void {
  for (const [, , operation] of listOperations(document)) {
    const example = EXAMPLES[operation.operationId ?? ''];
    if (!example) continue;
    const scope = operation['x-api-key-scope'];
    const errors = scope ? errorExamples(scope) : {};
    for (const parameter of operation.parameters ?? [])
      if (example.parameters && parameter.name in example.parameters)
        parameter.example = example.parameters[parameter.name];
    if (example.request !== undefined)
      setExample(operation.requestBody?.content?.[JSON_TYPE], example.request);
    for (const [status, { content }] of Object.entries(operation.responses))
      setExample(content?.[JSON_TYPE], status.startsWith('2') ? example.response : errors[status]);
  }
}

function setExample(content: Content | undefined, example: unknown): void {
  if (content && example !== undefined) content.example = example;
}

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

/** Sorts object keys, so that the committed document changes only where the API does. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/** @throws Error when two methods share a name: clients are generated from it. */
function nameOperations(document: OpenAPIObject): void {
  const seen = new Set<string>();
  for (const [path, method, operation] of listOperations(document)) {
    // Swagger numbers the methods of a controller with two paths; only one of them is in the document.
    const id = operation.operationId?.replace(/\[\d+\]$/, '');
    if (!id) continue;
    if (seen.has(id)) throw new Error(`Operation id ${id} is used twice (${method} ${path})`);
    seen.add(id);
    operation.operationId = id;
  }
}

const FIRST_SENTENCE = /^(.+?[.!?])\s+(\S.*)$/;

/**
 * The plugin turns a whole comment into the summary. Keeps its first sentence there and moves the rest to
 * the description.
 */
function splitSummaries(document: OpenAPIObject): void {
  for (const [, , operation] of listOperations(document)) {
    const text = operation.summary?.replace(/\s+/g, ' ').trim();
    if (!text) continue;
    const [, summary = text, rest] = FIRST_SENTENCE.exec(text) ?? [];
    operation.summary = summary;
    if (rest) operation.description = [rest, operation.description].filter(Boolean).join(' ');
  }
}

/**
 * Query parameters by name, after those of the path. Swagger lists inherited fields before or after
 * the own ones, depending on which controller it reads first.
 */
function sortParameters(document: OpenAPIObject): void {
  const sortKey = ({ in: location, name }: { in: string; name: string }): string =>
    location === 'query' ? `query ${name}` : '';
  for (const [, , { parameters }] of listOperations(document))
    parameters?.sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
}

/** Builds the sorted OpenAPI document. Works on a preview application, without a database. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('NairaProxy API')
    .setDescription(
      'Buy and manage proxies from a prepaid naira wallet. Amounts are whole naira unless a field says otherwise; times are ISO 8601 in UTC. Every error has the shape of ErrorResponse.',
    )
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addSecurity('apiKey', {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key, `np_live_…`, from POST /api/v1/user/api-keys. Calls that list it here take a key with the scope in `x-api-key-scope`; all others answer 403 KEY_SCOPE.',
    })
    .addGlobalResponse({
      status: 'default',
      type: ErrorResponse,
      description: 'Any other error.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (_controller, method) => method,
  });
  // Health routes are also served outside the prefix, for load balancers; the document lists them once.
  for (const path of Object.keys(document.paths))
    if (!path.startsWith('/api/')) delete document.paths[path];
  addEnvelopes(document);
  nameOperations(document);
  splitSummaries(document);
  sortParameters(document);
  addExamples(document);
  return sortKeys(document) as OpenAPIObject;
}

/** The committed documents by file name: the whole API, and what a customer's program can call. */
export function buildOpenApiFiles(app: INestApplication): Record<string, OpenAPIObject> {
  const document = buildOpenApi(app);
  return { 'openapi.json': document, 'customer.json': customerPart(document) };
}

/** Not for customers, whose reference has only what they can call. */
const PARTS_DESCRIPTION =
  'The whole API is at [/api/docs](/api/docs), the calls of customers alone at [/api/docs/customer](/api/docs/customer), those of staff at [/api/docs/admin](/api/docs/admin).';

/** For readers only: the generated clients repeat the description in every file. */
const withIntroduction = (document: OpenAPIObject, ...parts: string[]): OpenAPIObject => ({
  ...document,
  info: {
    ...document.info,
    description: [document.info.description, ...parts, ERRORS_DESCRIPTION].join('\n\n'),
  },
});

/** Swagger UI at /api/docs with its JSON at /api/docs-json, and the parts for customers and for staff. */
export function serveOpenApi(app: INestApplication): void {
  let built: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (built ??= buildOpenApi(app));
  const serve = (path: string, title: string, part: () => OpenAPIObject): void =>
    SwaggerModule.setup(path, app, part, {
      jsonDocumentUrl: `${path}-json`,
      yamlDocumentUrl: `${path}-yaml`,
      customSiteTitle: title,
    });
  serve('api/docs', 'NairaProxy API', () =>
    withIntroduction(inReadingOrder(document()), PARTS_DESCRIPTION),
  );
  serve('api/docs/customer', 'NairaProxy API for customers', () =>
    withIntroduction(customerPart(document())),
  );
  serve('api/docs/admin', 'NairaProxy API for staff', () =>
    withIntroduction(staffPart(document()), PARTS_DESCRIPTION),
  );
}
