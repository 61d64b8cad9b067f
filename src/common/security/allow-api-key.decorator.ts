import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { ApiKeyScope } from './actor';

const API_KEY_SCOPE_KEY = 'api-key-scope';

/** An `@Authenticated()` route that an API key with the scope may call. Routes without this refuse every key. */
export const AllowApiKey = (scope: ApiKeyScope) =>
  applyDecorators(
    SetMetadata(API_KEY_SCOPE_KEY, scope),
    ApiSecurity('apiKey'),
    ApiExtension('x-api-key-scope', scope),
  );

/** @returns undefined when the route takes no API key. */
export const getApiKeyScope = (
  reflector: Reflector,
  context: ExecutionContext,
): ApiKeyScope | undefined =>
  reflector.get<ApiKeyScope | undefined>(API_KEY_SCOPE_KEY, context.getHandler());
