export { ApiError, type ApiErrorDetails } from './api-error';
export { configure, type ClientOptions, type RequestOptions } from './request';
export * from './generated/api';
