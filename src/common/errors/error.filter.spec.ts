import {
  BadRequestException,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  ServiceUnavailableException,
  type ArgumentsHost,
} from '@nestjs/common';
import Fastify from 'fastify';
import { DomainError, invalidFields, type ErrorKind } from './domain-error';
import { ErrorFilter } from './error.filter';

const STATUSES: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  insufficient_balance: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  throttled: 429,
  upstream_failed: 502,
  unavailable: 503,
};

describe('The error filter', () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  beforeEach(() => {
    error.mockClear();
    warn.mockClear();
  });

  /** What a real Fastify answers when a handler throws `thrown`, or when it refuses by itself. */
  async function answer(
    thrown: unknown,
    call: object = {},
    isUnavailable?: (error: unknown) => boolean,
  ) {
    const app = Fastify({ bodyLimit: 64, genReqId: () => 'req-1' });
    app.setErrorHandler((failure, request, reply) => {
      const host = {
        switchToHttp: () => ({ getRequest: () => request, getResponse: () => reply }),
      } as ArgumentsHost;
      // Fastify wraps what is no Error.
      new ErrorFilter(undefined, isUnavailable).catch(
        thrown === undefined ? failure : thrown,
        host,
      );
    });
    app.post('/', () => {
      throw thrown instanceof Error ? thrown : new Error('stands for it');
    });
    const reply = await app.inject({ method: 'POST', url: '/', ...call });
    await app.close();
    return { status: reply.statusCode, headers: reply.headers, body: reply.json<object>() };
  }

  it.each(Object.entries(STATUSES) as [ErrorKind, number][])(
    'should answer %s with %i and the words it was given',
    async (kind, status) => {
      const thrown = new DomainError(kind, 'SOME_CODE', 'A sentence.', { field: ['Why.'] });
      const reply = await answer(thrown);
      expect(reply.status).toBe(status);
      expect(reply.body).toEqual({
        success: false,
        code: 'SOME_CODE',
        message: 'A sentence.',
        errors: { field: ['Why.'] },
        request_id: 'req-1',
      });
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers).not.toHaveProperty('retry-after');
      expect(error).not.toHaveBeenCalled();
      expect(warn).toHaveBeenCalledTimes(status >= 500 ? 1 : 0);
    },
  );

  it('should say when a refusal is worth repeating, in whole seconds and not too early', async () => {
    const thrown = new DomainError('throttled', 'SLOW_DOWN', 'Later.', undefined, 12.2);
    expect((await answer(thrown)).headers['retry-after']).toBe('13');
  });

  it('should name the code and the kind of an expected failure in the log, and no stack', async () => {
    await answer(new DomainError('upstream_failed', 'PAYMENT_REFUSED', 'They refused.'));
    expect(warn).toHaveBeenCalledWith(
      { code: 'PAYMENT_REFUSED', kind: 'upstream_failed' },
      'They refused.',
    );
  });

  it('should answer 503 and when to try again while a dependency is away, and log why', async () => {
    const away = new Error('password=hunter2 at 10.0.0.1');
    const reply = await answer(away, {}, (failure) => failure === away);
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.body).toEqual({
      success: false,
      code: 'SERVICE_UNAVAILABLE',
      message: 'The service cannot answer at the moment. Please try again in a few seconds.',
      request_id: 'req-1',
    });
    expect(error).toHaveBeenCalledWith({ err: away }, expect.any(String));
  });

  it('should put the first field error into the message of a validation refusal', async () => {
    const reply = await answer(invalidFields({ amount: ['Too small'], name: ['Missing'] }));
    expect(reply.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Too small',
      errors: { amount: ['Too small'], name: ['Missing'] },
    });
  });

  it.each([
    ['an error', new Error('password=hunter2 at 10.0.0.1')],
    ['an error of the database', Object.assign(new Error('relation "x"'), { code: '42P01' })],
    [
      'an error with a status of its own above 499',
      Object.assign(new Error('s'), { statusCode: 500 }),
    ],
    ['text', 'hunter2'],
    ['nothing', null],
    ['an HTTP 500', new InternalServerErrorException('hunter2')],
  ])('should tell nobody but the log about %s', async (_what, thrown) => {
    const reply = await answer(thrown);
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      success: false,
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side. Nothing was lost; please try again.',
      request_id: 'req-1',
    });
    expect(error).toHaveBeenCalledTimes(1);
    expect(error.mock.calls[0]![0]).toEqual({ err: thrown });
  });

  it.each([
    [400, new BadRequestException('Not like that'), 'MALFORMED_REQUEST'],
    [404, new NotFoundException('Cannot GET /x'), 'NOT_FOUND'],
    [503, new ServiceUnavailableException('Later'), 'SERVICE_UNAVAILABLE'],
  ])('should render what the framework throws: %i', async (status, thrown, code) => {
    const reply = await answer(thrown);
    expect(reply).toMatchObject({ status, body: { code, message: thrown.message } });
  });

  it.each([
    ['broken JSON', { payload: '{', headers: { 'content-type': 'application/json' } }, 400],
    [
      'a body too large',
      { payload: 'x'.repeat(65), headers: { 'content-type': 'text/plain' } },
      413,
    ],
    ['a type nobody reads', { payload: 'x', headers: { 'content-type': 'a/b' } }, 415],
  ])('should render what Fastify refuses by itself: %s', async (_what, call, status) => {
    const reply = await answer(undefined, call);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ success: false, request_id: 'req-1' });
    expect(error).not.toHaveBeenCalled();
  });

  it('should have a word for a status that it was not told about', async () => {
    const teapot = Object.assign(new Error('Short and stout'), { statusCode: 418 });
    expect(await answer(teapot)).toMatchObject({
      status: 418,
      body: { code: 'REQUEST_REFUSED', message: 'Short and stout' },
    });
  });
});
