import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { ApiDocument, ApiOperation } from './api-document';
import type { FuzzResponse } from './http-exchange';

const DOCUMENT_ID = 'openapi';
/** Upstream failures, which an operation may answer when it documents them. */
const UPSTREAM_STATUSES = [502, 503];

/** Compares answers with the document. */
export class ResponseCheck {
  readonly #ajv = new Ajv({ strict: false, allErrors: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    addFormats(this.#ajv);
    this.#ajv.addSchema({ components: withNullUnions(document.components) }, DOCUMENT_ID);
  }

  /** @returns what is wrong with the answer, or undefined. */
  findProblem(operation: ApiOperation, response: FuzzResponse): string | undefined {
    const { status } = response;
    const isDocumented = String(status) in operation.responses;
    if (status >= 500 && !(isDocumented && UPSTREAM_STATUSES.includes(status)))
      return `status ${status}`;
    if (status >= 400) return this.findErrorProblem(response);
    if (!isDocumented) return `status ${status} is not documented`;
    return this.findContentProblem(operation, response);
  }

  /** Every error has the shape of ErrorResponse, documented or not. */
  findErrorProblem({ status, headers, body }: FuzzResponse): string | undefined {
    const type = String(headers['content-type']);
    if (!type.startsWith('application/json')) return `status ${status} with content type ${type}`;
    const error = parseJson(body) as Record<string, unknown> | undefined;
    if (error?.success !== false) return 'an error without success: false';
    if (!/^[A-Z][A-Z0-9_]+$/.test(String(error.code))) return `error code ${String(error.code)}`;
    if (typeof error.message !== 'string' || error.message === '')
      return 'an error without message';
    if (typeof error.request_id !== 'string') return 'an error without request_id';
    if (error.request_id !== headers['x-request-id']) return 'request_id differs from the header';
    if (status >= 500 && error.code === 'INTERNAL_ERROR') return 'an internal error';
    if (error.code !== 'VALIDATION_FAILED') return undefined;
    const fields = Object.values((error.errors ?? {}) as Record<string, unknown>);
    if (status !== 422 || fields.length === 0) return 'a validation error without fields';
    const areMessages = fields.every((messages) => Array.isArray(messages) && messages.length > 0);
    return areMessages ? undefined : 'a validation error without messages';
  }

  private findContentProblem(
    { method, path, responses }: ApiOperation,
    { status, headers, body }: FuzzResponse,
  ): string | undefined {
    const content = responses[String(status)]?.content;
    if (!content) return undefined;
    const type = String(headers['content-type']).split(';')[0]!;
    const described = content[type];
    if (!described) return `content type ${type} is not documented`;
    if (type !== 'application/json' || described.schema.format === 'binary') return undefined;
    const key = `${method} ${path} ${status}`;
    let validate = this.#validators.get(key);
    if (!validate) {
      const schema = JSON.stringify(described.schema).replaceAll('"#/', `"${DOCUMENT_ID}#/`);
      validate = this.#ajv.compile(JSON.parse(schema) as object);
      this.#validators.set(key, validate);
    }
    if (validate(parseJson(body))) return undefined;
    return `the answer does not match its schema: ${this.#ajv.errorsText(validate.errors)}`;
  }
}

/** Ajv applies `nullable` to `type` only, and not to the `allOf` or `enum` beside it. */
export function withNullUnions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullUnions);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNullUnions(value)]),
  );
  const { nullable, ...schema } = copy;
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** A field that the schema does not know is a mistake. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = typeof copy.properties === 'object' && copy.type === 'object';
  return isObject ? { additionalProperties: false, ...copy } : copy;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
