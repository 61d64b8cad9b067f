import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations, type Operation } from './operations';
import { SECTIONS, type Section } from './sections';

type Filter = (path: string, operation: Operation) => boolean;

/** Calls of browsers on their way through Google, of the payment provider and of the mail server. */
const NOT_FOR_PROGRAMS = [
  'googleRedirect',
  'googleCallback',
  'receiveKorapayWebhook',
  'receiveTicketMail',
];

const isForStaff: Filter = (path, operation) => {
  const access = operation['x-access'];
  return path.includes('/admin/') || (Array.isArray(access) && !access.includes('user'));
};
const isForCustomers: Filter = (path, operation) =>
  !isForStaff(path, operation) && !NOT_FOR_PROGRAMS.includes(operation.operationId ?? '');

const sectionOf = (path: string, operation: Operation): Section | undefined =>
  SECTIONS.find((section) => section.contains(path, operation));

/** Sorts after all others what the lists do not name. */
const rank = (index: number): number => (index < 0 ? Number.MAX_SAFE_INTEGER : index);

/**
 * The document with its operations under the sections and in the order of a first integration.
 * Swagger UI shows the tags in the order of `tags` and their operations in the order of `paths`.
 */
export function inReadingOrder(
  document: OpenAPIObject,
  isWanted: Filter = () => true,
): OpenAPIObject {
  const rows = listOperations(document)
    .filter(([path, , operation]) => isWanted(path, operation))
    .map(([path, method, operation]) => {
      const section = sectionOf(path, operation);
      return {
        path,
        method,
        operation: section ? { ...operation, tags: [section.name] } : operation,
        section: rank(section ? SECTIONS.indexOf(section) : -1),
        place: rank(section?.first?.indexOf(operation.operationId ?? '') ?? -1),
      };
    })
    .sort((a, b) => a.section - b.section || a.place - b.place);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { path, method, operation } of rows) (paths[path] ??= {})[method] = operation;
  const used = new Set(rows.map(({ section }) => section));
  return {
    ...document,
    tags: SECTIONS.filter((_, index) => used.has(index)).map(({ name, description }) => ({
      name,
      description,
    })),
    paths: paths as OpenAPIObject['paths'],
  };
}

/** What a customer's program can call. */
export const customerPart = (document: OpenAPIObject): OpenAPIObject =>
  withoutUnusedSchemas(
    withTitle(inReadingOrder(document, isForCustomers), 'NairaProxy API for customers'),
  );

/** What staff can call besides. */
export const staffPart = (document: OpenAPIObject): OpenAPIObject =>
  withoutUnusedSchemas(withTitle(inReadingOrder(document, isForStaff), 'NairaProxy API for staff'));

const withTitle = (document: OpenAPIObject, title: string): OpenAPIObject => ({
  ...document,
  info: { ...document.info, title },
});

const SCHEMA_REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Without the schemas that no remaining operation refers to, directly or through others. */
function withoutUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const collect = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node ?? null).matchAll(SCHEMA_REFERENCE)) {
      if (used.has(name!)) continue;
      used.add(name!);
      collect(schemas[name!]);
    }
  };
  collect(document.paths);
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}
