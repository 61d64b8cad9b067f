import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorResponse } from '../../common/http/common.dto';
import { addExamples } from './describe-examples';
import { addEnvelopes } from './envelopes';
import { ERRORS_DESCRIPTION } from './error.examples';
import { listOperations } from './operations';
import { customerPart, inReadingOrder, staffPart } from './parts';

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

const PARTS_DESCRIPTION =
  'The whole API is at [/api/docs](/api/docs), the calls of customers alone at [/api/docs/customer](/api/docs/customer), those of staff at [/api/docs/admin](/api/docs/admin).';

/** For readers only: the generated clients repeat the description in every file. */
const withIntroduction = (document: OpenAPIObject): OpenAPIObject => ({
  ...document,
  info: {
    ...document.info,
    description: [document.info.description, PARTS_DESCRIPTION, ERRORS_DESCRIPTION].join('\n\n'),
  },
});

/** Swagger UI at /api/docs with its JSON at /api/docs-json, and the parts for customers and for staff. */
export function serveOpenApi(app: INestApplication): void {
  let built: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (built ??= buildOpenApi(app));
  const serve = (path: string, title: string, part: () => OpenAPIObject): void =>
    SwaggerModule.setup(path, app, () => withIntroduction(part()), {
      jsonDocumentUrl: `${path}-json`,
      yamlDocumentUrl: `${path}-yaml`,
      customSiteTitle: title,
    });
  serve('api/docs', 'NairaProxy API', () => inReadingOrder(document()));
  serve('api/docs/customer', 'NairaProxy API for customers', () => customerPart(document()));
  serve('api/docs/admin', 'NairaProxy API for staff', () => staffPart(document()));
}
