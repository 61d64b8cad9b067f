import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { EXAMPLES } from '../../src/http/openapi/openapi';
import { listOperations, type Content } from '../../src/http/openapi/operations';
import { customerPart, inReadingOrder, staffPart } from '../../src/http/openapi/parts';
import { SECTIONS } from '../../src/http/openapi/sections';
import { closed, withNullUnions } from '../support/fuzz/response-check';
import { OPENAPI_FILE } from '../support/openapi-document';

const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as OpenAPIObject;
const idsOf = (part: OpenAPIObject) =>
  listOperations(part).map(([, , { operationId }]) => operationId!);
const readable = inReadingOrder(document);

describe('sections of the API reference', () => {
  it('should contain every operation once, whatever its order', () => {
    expect(idsOf(readable).sort()).toEqual(idsOf(document).sort());
  });

  it('should be described, each with operations (src/http/openapi/sections.ts)', () => {
    const tags = new Set(listOperations(readable).flatMap(([, , { tags = [] }]) => tags));
    expect([...tags].sort()).toEqual(SECTIONS.map(({ name }) => name).sort());
    expect(readable.tags?.map(({ name }) => name)).toEqual(SECTIONS.map(({ name }) => name));
    expect(readable.tags?.filter(({ description }) => !description?.endsWith('.'))).toEqual([]);
  });

  it('should name only operations of their own', () => {
    const sectionOf = new Map(
      listOperations(readable).map(([, , { operationId, tags }]) => [operationId, tags?.[0]]),
    );
    const lost = SECTIONS.flatMap(({ name, first = [] }) =>
      first.filter((id) => sectionOf.get(id) !== name),
    );
    expect(lost).toEqual([]);
  });

  it('should read like a first integration, with staff last', () => {
    const ids = idsOf(readable);
    const steps = ['login', 'createApiKey', 'getWalletBalance', 'initializeTopup', 'listCountries'];
    steps.push('quoteOrder', 'buyProxies', 'listProxies', 'listEndpoints', 'usageReport');
    steps.push('createWebhook', 'adminListUsers');
    const places = steps.map((id) => ids.indexOf(id));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const sections = SECTIONS.map(({ name }) => name.startsWith('Admin '));
    expect(sections.indexOf(true)).toBe(sections.lastIndexOf(false) + 1);
  });
});

describe('parts of the API reference', () => {
  it('should share no operation, and leave out only calls that no program makes', () => {
    const customer = idsOf(customerPart(document));
    const staff = idsOf(staffPart(document));
    expect(customer.filter((id) => staff.includes(id))).toEqual([]);
    const rest = idsOf(document).filter((id) => ![...customer, ...staff].includes(id));
    expect(rest.sort()).toEqual([
      ...['googleCallback', 'googleRedirect', 'receiveKorapayWebhook', 'receiveTicketMail'],
    ]);
  });

  it.each([
    ['customer', customerPart(document)],
    ['staff', staffPart(document)],
  ])('should have exactly the schemas that they use: %s', (_name, part) => {
    const names = Object.keys(part.components?.schemas ?? {});
    const text = JSON.stringify(part);
    const used = [...text.matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);
    expect(names.sort()).toEqual([...new Set(used)].sort());
    expect(names.length).toBeLessThan(Object.keys(document.components?.schemas ?? {}).length);
  });
});

describe('examples of the API reference', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ components: closed(withNullUnions(document.components)) }, 'openapi');
  const compile = (schema: object): ValidateFunction =>
    ajv.compile(
      JSON.parse(JSON.stringify(withNullUnions(schema)).replaceAll('"#/', '"openapi#/')) as object,
    );
  const problemsOf = (name: string, { schema, example }: Content): string[] => {
    if (example === undefined) return [];
    const validate = compile(schema!);
    return validate(example) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
  };
  const withExamples = listOperations(document).filter(
    ([, , { operationId }]) => (operationId ?? '') in EXAMPLES,
  );

  it('should belong to operations that exist', () => {
    expect(withExamples).toHaveLength(Object.keys(EXAMPLES).length);
  });

  it('should match their schemas', () => {
    const problems = withExamples.flatMap(([, , operation]) => [
      ...Object.values(operation.requestBody?.content ?? {}).flatMap((content) =>
        problemsOf(`${operation.operationId} request`, content),
      ),
      ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap((media) =>
          problemsOf(`${operation.operationId} ${status}`, media),
        ),
      ),
    ]);
    expect(problems).toEqual([]);
  });

  it('should fail here when a field is unknown or of another type', () => {
    const schema = { $ref: '#/components/schemas/ErrorResponse' };
    expect(problemsOf('x', { schema, example: { success: 'no', extra: 1 } })).not.toEqual([]);
  });

  it('should show a body, an answer and parameter values of every call of the sections', () => {
    const missing = withExamples.flatMap(
      ([, , { operationId, requestBody, responses, parameters = [] }]) => {
        const body = requestBody?.content?.['application/json'];
        const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
        return [
          ...(body && body.example === undefined ? [`${operationId} request`] : []),
          ...(answer?.content?.['application/json']?.example === undefined
            ? [`${operationId} answer`]
            : []),
          ...(parameters.some(({ in: place }) => place === 'path') &&
          parameters.every(({ example }) => example === undefined)
            ? [`${operationId} parameters`]
            : []),
        ];
      },
    );
    expect(missing).toEqual([]);
  });
});
