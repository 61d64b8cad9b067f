import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** Objects with their keys in order, so that the committed document changes only where the API does. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** @throws Error when two methods share a name: clients are generated from it. */
function assertUniqueOperationIds(document: OpenAPIObject): void {
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(
      item as Record<string, { operationId?: string }>,
    )) {
      const id = operation.operationId;
      if (!id) continue;
      if (seen.has(id)) throw new Error(`Operation id ${id} is used twice (${method} ${path})`);
      seen.add(id);
    }
}

/** The OpenAPI document of the API, sorted. Works on a preview application, without a database. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setTitle('NairaProxy API')
    .setDescription(
      'Buy and manage proxies from a prepaid naira wallet. Amounts are whole naira unless a field says otherwise; times are ISO 8601 in UTC. Every refusal has the shape of ErrorResponse.',
    )
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, options, {
    operationIdFactory: (_controller, method) => method,
  });
  // The same routes answer outside the prefix for balancers; the document names them once.
  for (const path of Object.keys(document.paths))
    if (!path.startsWith('/api/')) delete document.paths[path];
  assertUniqueOperationIds(document);
  return sorted(document) as OpenAPIObject;
}

/** Swagger UI at /api/docs and its JSON at /api/docs-json. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'api/docs-json',
    customSiteTitle: 'NairaProxy API',
    swaggerOptions: { persistAuthorization: true, tagsSorter: 'alpha' },
  });
}
