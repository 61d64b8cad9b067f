import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtCli } from '../support/built-server';
import { committedOperations, OPENAPI_FILE, type Operation } from '../support/openapi-document';
import { runNode } from '../support/run-node';

const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;
const ERROR = '#/components/schemas/ErrorResponse';

describe('the OpenAPI document', () => {
  const operations = committedOperations();

  // spec: C7.33
  it('is committed as the code emits it (npm run openapi writes it)', async () => {
    const cli = await builtCli();
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      const { status, output } = await runNode([cli, 'openapi', file], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          // Nothing listens there: emitting the document connects to neither.
          DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/nowhere',
          REDIS_URL: 'redis://127.0.0.1:1',
        },
      });
      expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
      expect(await readFile(file, 'utf8')).toBe(await readFile(OPENAPI_FILE, 'utf8'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 600_000);

  it('names every operation once, as a client method can be named', () => {
    const ids = operations.map((operation) => operation.operationId ?? nameOf(operation));
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('says in a line what every operation is for', () => {
    const unclear = operations.filter(
      ({ summary = '' }) => !/^[A-Z][^\n]{5,118}[.!?]$/.test(summary),
    );
    expect(unclear.map(nameOf)).toEqual([]);
  });

  it('says of every operation who may call it, and asks for a token only then', () => {
    const wrong = operations.filter((operation) => {
      const access = operation['x-access'];
      const open = access === 'public';
      if (!open && !(Array.isArray(access) && access.length)) return true;
      return open === Boolean(operation.security?.length);
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('lists only values of the type it names', async () => {
    const odd: unknown[] = [];
    JSON.parse(await readFile(OPENAPI_FILE, 'utf8'), (_key, node: unknown) => {
      const { type, enum: values } = (node ?? {}) as { type?: unknown; enum?: unknown };
      if (Array.isArray(values) && (type === 'string' || type === 'number'))
        odd.push(...values.filter((value) => value !== null && typeof value !== type));
      return node;
    });
    expect(odd).toEqual([]);
  });

  // spec: C7.33
  it('shows the shape of a refusal and of a success on every operation', () => {
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

  it('has an operation to look at', () => {
    expect(operations.length).toBeGreaterThan(5);
  });
});
