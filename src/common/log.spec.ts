import { Writable } from 'node:stream';
import { pino, stdSerializers } from 'pino';
import { QueryFailedError } from 'typeorm';
import { describeError } from './log';

describe('An error in the log', () => {
  const logged = (err: unknown, describe: (error: Error) => object = describeError): string => {
    let text = '';
    const sink = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) });
    pino({ serializers: { err: describe } }, sink).error({ err }, 'It failed');
    return text;
  };

  it.each([
    ['a plain logger', describeError],
    // What pino-http makes of every serializer.
    ['a request logger', stdSerializers.wrapErrorSerializer(describeError)],
  ])('of %s tells what failed and where, and none of the values', (_which, describe) => {
    const refused = Object.assign(new Error('duplicate key value'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(ada@example.com) already exists.',
      where: 'row ("ada@example.com")',
    });
    const values = ['ada@example.com', '$argon2id$v=19$secret'];
    const failed = new QueryFailedError('INSERT INTO users VALUES ($1, $2)', values, refused);
    const text = logged(failed, describe);
    expect(text).not.toMatch(/ada@example|argon2id/);
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: 'QueryFailedError',
        message: 'duplicate key value',
        code: '23505',
        constraint: 'users_email_key',
        query: 'INSERT INTO users VALUES ($1, $2)',
        stack: expect.stringContaining('log.spec'),
      },
    });
  });

  it('tells no values of an error within another', () => {
    const refused = Object.assign(new Error('duplicate key value'), {
      detail: 'Key (email)=(ada@example.com) already exists.',
    });
    const wrapped = Object.assign(new Error('The job failed'), { original: refused });
    const several = new AggregateError([refused, wrapped], 'Both failed');
    for (const error of [wrapped, several]) {
      expect(logged(error)).toContain('duplicate key value');
      expect(logged(error)).not.toContain('ada@example');
    }
  });

  it('keeps what other errors tell', () => {
    const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', port: 25 });
    expect(JSON.parse(logged(error))).toMatchObject({ err: { code: 'ECONNREFUSED', port: 25 } });
  });

  it('bears what is no error', () => {
    expect(JSON.parse(logged('text'))).toMatchObject({ err: 'text' });
    expect(JSON.parse(logged(null))).toMatchObject({ err: null });
  });
});
