import { parse as parseForm } from 'node:querystring';
import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * The text of a body. Other bytes than UTF-8 would be stored as U+FFFD, and other character sets as something else
 * than was sent.
 * @throws HttpException 400 or 415.
 */
function decodeBody(contentType: string | undefined, body: Buffer): string {
  const charset = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw new UnsupportedMediaTypeException('The request must be in UTF-8.');
  try {
    return UTF_8.decode(body);
  } catch {
    throw new BadRequestException('The request is not valid UTF-8.');
  }
}

/** @throws HttpException 400 for escapes that are not UTF-8. */
function decodeForm(text: string): Record<string, unknown> {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadRequestException('The request is not valid UTF-8.');
  }
  return { ...parseForm(text) };
}

/**
 * Bodies are UTF-8; `rawBody` stays as it was sent, for signatures. A request without a body may name JSON as its type,
 * as many clients always do: whether a body is needed is for validation to say. Invalid JSON stays malformed.
 */
export function useBodyParsers(app: NestFastifyApplication, receivesMail: boolean): void {
  const fastify = app.getHttpAdapter().getInstance();
  useFileParsers(app, receivesMail);
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  const { bodyLimit } = fastify.initialConfig;
  const use = (
    type: string,
    parse: (
      request: FastifyRequest,
      text: string,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ) =>
    app.useBodyParser(type, { bodyLimit }, (request, body: Buffer, done) => {
      try {
        parse(request as FastifyRequest, decodeBody(request.headers['content-type'], body), done);
      } catch (error) {
        done(error as Error);
      }
    });
  use('application/json', (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parseJson(request, text, done);
  });
  use('application/x-www-form-urlencoded', (_request, text, done) => done(null, decodeForm(text)));
}

const MIB = 1024 * 1024;

/** A body that is a file stays a Buffer. On all other routes it has the limit of any other body. */
function useFileParsers(app: NestFastifyApplication, receivesMail: boolean): void {
  const routes: [route: RegExp, type: string, bytes: number | undefined][] = [
    [/\/tickets\/attachments$/, 'application/octet-stream', 5 * MIB],
    // A body is read before its secret is checked: a shop that receives no mail reads none of that size.
    [/\/tickets\/inbound$/, 'message/rfc822', receivesMail ? 20 * MIB : undefined],
  ];
  for (const [route, type, bodyLimit] of routes) {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', (options) => {
        if (route.test(options.url) && options.method === 'POST' && bodyLimit)
          options.bodyLimit = bodyLimit;
      });
    app.useBodyParser(type, {}, (_request, body: Buffer, done) => done(null, body));
  }
}
