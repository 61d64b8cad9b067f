import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtCli } from '../support/built-server';
import { listCommittedOperations, OPENAPI_FILE, type Operation } from '../support/openapi-document';
import { runNode } from '../support/run-node';

const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;
const ERROR = '#/components/schemas/ErrorResponse';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly maximum?: number;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly parameters?: readonly {
          readonly name: string;
          readonly in: string;
          readonly schema: Schema;
        }[];
        readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, Schema> };
}

describe('OpenAPI document', () => {
  const operations = listCommittedOperations();

  it('should match the code (npm run openapi writes it)', async () => {
    const cli = await builtCli();
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-openapi-'));
    try {
      const { status, output } = await runNode([cli, 'openapi', folder], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          // Unreachable on purpose: emitting the document connects to neither.
          DATABASE_URL: 'postgres://user:password@127.0.0.1:1/database',
          REDIS_URL: 'redis://127.0.0.1:1',
        },
      });
      expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
      const committed = dirname(OPENAPI_FILE);
      const files = await readdir(folder);
      expect(files.sort()).toEqual((await readdir(committed)).sort());
      for (const file of files)
        expect(await readFile(join(folder, file), 'utf8')).toBe(
          await readFile(join(committed, file), 'utf8'),
        );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 600_000);

  it('should have a unique operationId usable as a method name', () => {
    const ids = operations.map((operation) => operation.operationId ?? nameOf(operation));
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('should have a one-line summary of every operation', () => {
    const unclear = operations.filter(
      ({ summary = '' }) => !/^[A-Z][^\n]{5,118}[.!?]$/.test(summary),
    );
    expect(unclear.map(nameOf)).toEqual([]);
  });

  it('should declare the access of every operation and require a token only where needed', () => {
    const wrong = operations.filter((operation) => {
      const access = operation['x-access'];
      const open = access === 'public';
      if (!open && !(Array.isArray(access) && access.length)) return true;
      return open === Boolean(operation.security?.length);
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('should describe the fields of every class, which only files named .dto.ts do', async () => {
    const { components } = JSON.parse(await readFile(OPENAPI_FILE, 'utf8')) as {
      components: { schemas: Record<string, { type?: string; properties?: object }> };
    };
    const empty = Object.entries(components.schemas).filter(
      ([, { type, properties }]) =>
        type === 'object' && properties && !Object.keys(properties).length,
    );
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('should list only enum values of the declared type', async () => {
    const odd: unknown[] = [];
    JSON.parse(await readFile(OPENAPI_FILE, 'utf8'), (_key, node: unknown) => {
      const { type, enum: values } = (node ?? {}) as { type?: unknown; enum?: unknown };
      if (Array.isArray(values) && (type === 'string' || type === 'number'))
        odd.push(...values.filter((value) => value !== null && typeof value !== type));
      return node;
    });
    expect(odd).toEqual([]);
  });

  it('should have an error and a success schema for every operation', () => {
    const schemaOf = (operation: Operation, status: string) =>
      operation.responses[status]?.content?.['application/json']?.schema.$ref;
    const withoutError = operations.filter(
      (operation) =>
        !Object.keys(operation.responses).some(
          (status) => !/^[123]/.test(status) && schemaOf(operation, status) === ERROR,
        ),
    );
    expect(withoutError.map(nameOf)).toEqual([]);
    const withoutSuccess = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^[23]/.test(status)),
    );
    expect(withoutSuccess.map(nameOf)).toEqual([]);
  });

  it('should bound every id in a request by its column, so that none ends in an error of the database', async () => {
    const { paths, components } = JSON.parse(await readFile(OPENAPI_FILE, 'utf8')) as OpenApi;
    const unbounded: string[] = [];
    const visit = (schema: Schema, at: string, name: string, above: readonly Schema[]): void => {
      const resolved = schema.$ref
        ? components.schemas[schema.$ref.slice('#/components/schemas/'.length)]!
        : schema;
      if (above.includes(resolved)) return;
      const { type = '', maximum, properties = {}, items } = resolved;
      const isNumber = ['integer', 'number'].includes(type);
      if (isNumber && /(^|_)ids?$/.test(name) && !((maximum ?? Infinity) <= 2_147_483_647))
        unbounded.push(`${at} ${name}`);
      const next = [...above, resolved];
      if (items) visit(items, at, name, next);
      for (const [key, part] of Object.entries(properties)) visit(part, at, key, next);
      const { oneOf = [], anyOf = [], allOf = [] } = resolved;
      for (const part of [...oneOf, ...anyOf, ...allOf]) visit(part, at, name, next);
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
        const at = `${method} ${path.replace('/api/v1', '')}`;
        for (const { name, schema, in: place } of parameters)
          if (place === 'query') visit(schema, at, name, []);
        for (const { schema } of Object.values(requestBody?.content ?? {}))
          visit(schema, at, '', []);
      }
    expect(unbounded.sort()).toEqual([
      // An id beyond the column is a proxy that does not exist.
      'get /user/usage proxy_id',
      'get /user/usage/export proxy_id',
      'get /user/usage/failures proxy_id',
      'get /user/usage/targets proxy_id',
      // Their column is a bigint.
      'post /user/notifications/read ids',
    ]);
  });

  it('should contain operations', () => {
    expect(operations.length).toBeGreaterThan(5);
  });
});
