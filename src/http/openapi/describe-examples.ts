import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCOUNT_EXAMPLES } from './account.examples';
import { errorExamples } from './error.examples';
import { listOperations, type Content } from './operations';
import { PROXY_EXAMPLES } from './proxy.examples';

export interface Example {
  /** Values of parameters. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly response: unknown;
}

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
