import type { DynamicModule } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { LoggerModule } from 'nestjs-pino';
import { describeError, openLogDestination } from '../common/log';
import { AppConfig } from '../config/app-config';
import { getClientRequestId } from './request-id';

/** Redacted in every log entry. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-korapay-signature"]',
  '*.password',
  '*.token',
  '*.secret',
];

interface SerializedRequest {
  id: unknown;
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
}

/** The token of a shared list, which is a part of its path. */
const LIST_TOKEN = /(\/lists\/)[^/]+/;

/** Without the query string, which carries one-time codes and signatures. */
const serializeRequest = (request: SerializedRequest) => ({
  id: request.id,
  client_request_id: getClientRequestId(request),
  method: request.method,
  path: request.url.split('?')[0]?.replace(LIST_TOKEN, '$1[redacted]'),
});

/**
 * Structured logs on stdout.
 * @param processName `api` or `worker`; logged on every line.
 */
export const loggingModule = (processName: string): DynamicModule =>
  LoggerModule.forRootAsync({
    inject: [AppConfig],
    useFactory: (config: AppConfig) => ({
      pinoHttp: {
        level: config.log.level,
        base: { process: processName, pid: process.pid },
        redact: { paths: REDACTED, censor: '[redacted]' },
        serializers: {
          err: describeError,
          req: serializeRequest,
          res: (response: { statusCode: number }) => ({ status: response.statusCode }),
        },
        autoLogging: { ignore: (request: IncomingMessage) => /\/health\//.test(request.url ?? '') },
        customLogLevel: (
          _request: IncomingMessage,
          response: { statusCode: number },
          error?: Error,
        ) => (error || response.statusCode >= 500 ? 'error' : 'debug'),
        stream: openLogDestination(config.log.pretty),
      },
    }),
  });
