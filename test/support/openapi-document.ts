import { readFileSync } from 'node:fs';
import type { ApiKeyScope, Role } from '../../src/common/security/actor';
import type { Permission } from '../../src/common/security/permissions';
import type { TeamAccess } from '../../src/common/security/access.decorators';
import { inRepo } from './repo';

export const OPENAPI_FILE = inRepo('openapi', 'openapi.json');

export interface Operation {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  security?: unknown[];
  parameters?: { in: string; name: string; schema?: { enum?: unknown[]; type?: string } }[];
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
  'x-access'?: 'public' | Role[];
  'x-permission'?: Permission | 'own';
  'x-api-key-scope'?: ApiKeyScope;
  'x-team-access'?: TeamAccess;
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
}

/** Every operation of the committed document. */
export function listCommittedOperations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  );
}
