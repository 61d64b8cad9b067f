import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ErrorResponse } from './envelope.response';

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 429 | 502 | 503;

export type ErrorDescriptions = Partial<Record<ErrorStatus, string>>;

/**
 * Documents the errors of a route or of a whole controller; every one has the shape of ErrorResponse.
 * @example ApiErrors({ 404: 'No order has this id.', 409: '`ORDER_REFUNDED`.' })
 */
export const ApiErrors = (descriptions: ErrorDescriptions) =>
  applyDecorators(
    ...Object.entries(descriptions).map(([status, description]) =>
      ApiResponse({ status: Number(status), type: ErrorResponse, description }),
    ),
  );
