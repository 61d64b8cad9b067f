import {
  Body,
  Controller,
  HttpCode,
  Injectable,
  Module,
  Param,
  Post,
  Put,
  Res,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { CommonModule } from '../../../src/common/common.module';
import { DomainError } from '../../../src/common/errors/domain-error';
import {
  Envelope,
  Idempotent,
  withMessage,
  type StoredResults,
} from '../../../src/common/http/api.decorators';
import type { AuthenticatedRequest } from '../../../src/common/security/access.decorators';
import { AppConfig } from '../../../src/config/app-config';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { configureApp } from '../../../src/http/configure-app';
import { IdempotencyInterceptor } from '../../../src/http/idempotency/idempotency.interceptor';
import { IdempotencyModule } from '../../../src/http/idempotency/idempotency.module';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { loadEntities } from '../../support/entities';

let runs = 0;

/** Knows the keys that have a row of their own. */
@Injectable()
class ThingRows implements StoredResults {
  readonly known = new Set<string>();
  hasResult(userId: number, key: string): Promise<boolean> {
    return Promise.resolve(this.known.has(`${userId} ${key}`));
  }
}

@Controller('things')
class ThingsController {
  @Post()
  @Envelope({ message: true })
  @Idempotent()
  create(@Body() body: { fails?: boolean; says?: string }) {
    runs += 1;
    if (body.fails) throw new DomainError('conflict', 'NO_THING', 'There is no thing.');
    return body.says ? withMessage({ run: runs }, body.says) : { run: runs };
  }

  @Post(':id')
  @HttpCode(202)
  @Idempotent()
  change(@Param('id') id: string) {
    return { id, run: (runs += 1) };
  }

  @Put(':id')
  @Idempotent()
  replace(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    void reply.status(203);
    return { id, run: (runs += 1) };
  }

  @Post('rows/:id')
  @Idempotent(ThingRows)
  row(@Param('id') id: string) {
    return { id, run: (runs += 1) };
  }

  @Post('free/of/keys')
  free() {
    return { run: (runs += 1) };
  }
}

@Module({
  imports: [IdempotencyModule],
  controllers: [ThingsController],
  providers: [ThingRows, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
})
class ThingsModule {}

describe('Idempotency-Key', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let ada: number;
  let bola: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(process.env, { NODE_ENV: 'test', SANDBOX: 'true', DATABASE_URL: database.url });
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule,
        CommonModule,
        DatabaseModule.forProcess('api'),
        // Foreign keys name entities of modules that are left out.
        TypeOrmModule.forFeature(loadEntities()),
        ThingsModule,
      ],
    }).compile();
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
      logger: false,
    });
    await configureApp(app, app.get(AppConfig));
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', async (request) => {
      const user = request.headers['x-user'];
      if (user)
        Object.assign(request, { user: { userId: Number(user) } as AuthenticatedRequest['user'] });
    });
    await app.init();
    await fastify.ready();
    const users: { id: number }[] = await app.get(DataSource).query(
      `INSERT INTO users (name, email, email_verified_at) VALUES
         ('Ada Obi', 'ada@example.com', now()), ('Bola Ade', 'bola@example.com', now()) RETURNING id`,
    );
    [ada, bola] = users.map(({ id }) => id) as [number, number];
  });
  beforeEach(() => (runs = 0));
  afterAll(async () => {
    await app.close();
    await database.dispose();
  });

  const send = async (
    key: string | undefined,
    path = 'things',
    {
      method = 'POST' as 'POST' | 'PUT',
      body = {} as object | undefined,
      user = ada as number | null,
    } = {},
  ) => {
    const response = await app.inject({
      method,
      url: `/api/v1/${path}`,
      payload: body,
      headers: {
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(user === null ? {} : { 'x-user': String(user) }),
      },
    });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  };
  const reused = { status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };

  it('should repeat the first answer with its status, however the handler set it', async () => {
    for (const [path, method, status] of [
      ['things', 'POST', 201],
      ['things/1', 'POST', 202],
      ['things/1', 'PUT', 203],
    ] as const) {
      const key = `repeated-${status}`;
      const first = await send(key, path, { method });
      expect(first.status).toBe(status);
      expect(await send(key, path, { method })).toEqual(first);
    }
    expect(runs).toBe(3);
  });

  it('should refuse a key for another body, path, route or method', async () => {
    const first = await send('once', 'things/1', { body: { a: 1 } });
    expect(await send('once', 'things/1', { body: { a: 2 } })).toMatchObject(reused);
    expect(await send('once', 'things/2', { body: { a: 1 } })).toMatchObject(reused);
    expect(await send('once', 'things/rows/1', { body: { a: 1 } })).toMatchObject(reused);
    expect(await send('once', 'things/1', { body: { a: 1 }, method: 'PUT' })).toMatchObject(reused);
    expect(await send('once', 'things/1', { body: { a: 1 } })).toEqual(first);
    expect(runs).toBe(1);
  });

  it('should repeat the message of an answer', async () => {
    const body = { says: 'Thing 1 is made.' };
    const first = await send('message', 'things', { body });
    expect(first.body).toEqual({ success: true, message: 'Thing 1 is made.', data: { run: 1 } });
    expect(await send('message', 'things', { body })).toEqual(first);
  });

  it('should repeat the answer to a request without a body', async () => {
    const first = await send('empty', 'things/1', { body: undefined });
    expect(await send('empty', 'things/1', { body: undefined })).toEqual(first);
    expect(runs).toBe(1);
  });

  it('should give each user keys of their own', async () => {
    expect((await send('shared')).body.data).toEqual({ run: 1 });
    expect((await send('shared', 'things', { user: bola })).body.data).toEqual({ run: 2 });
    expect((await send('shared')).body.data).toEqual({ run: 1 });
  });

  it('should run again after an error', async () => {
    const failing = { body: { fails: true } };
    const refused = { status: 409, body: { code: 'NO_THING' } };
    expect(await send('failed', 'things', failing)).toMatchObject(refused);
    expect(await send('failed', 'things', failing)).toMatchObject(refused);
    expect((await send('failed')).body.data).toEqual({ run: 3 });
  });

  it.each([
    ['no key', undefined, 'things', undefined],
    ['a route that takes no keys', 'free', 'things/free/of/keys', undefined],
    ['a request of nobody', 'nobody', 'things', null],
  ])('should run every time with %s', async (_what, key, path, user) => {
    expect((await send(key, path, { user })).body.data).toEqual({ run: 1 });
    expect((await send(key, path, { user })).body.data).toEqual({ run: 2 });
  });

  it.each([
    ['nothing', ''],
    ['a space', 'two words'],
    ['a letter beyond ASCII', 'clé'],
    ['256 characters', 'k'.repeat(256)],
  ])('should refuse a key of %s with 422', async (_what, key) => {
    expect(await send(key)).toMatchObject({
      status: 422,
      body: {
        code: 'VALIDATION_FAILED',
        errors: { 'Idempotency-Key': ['Idempotency-Key takes 1 to 255 visible ASCII characters'] },
      },
    });
    expect(runs).toBe(0);
  });

  it.each([
    ['one character', '!'],
    ['255 characters', '~'.repeat(255)],
  ])('should take a key of %s', async (_what, key) => {
    expect((await send(key)).status).toBe(201);
    expect((await send(key)).body.data).toEqual({ run: 1 });
  });

  it('should answer from a row under the key without waiting for the first call', async () => {
    await send('standing', 'things/rows/1');
    await app.get(DataSource).query(
      `UPDATE idempotency_record SET status = NULL, body = NULL, locked_until = now() + interval '1 hour'
       WHERE user_id = $1 AND key = 'standing'`,
      [ada],
    );
    app.get(ThingRows).known.add(`${ada} standing`);
    const repeated = await send('standing', 'things/rows/1');
    expect(repeated).toEqual({ status: 201, body: { success: true, data: { id: '1', run: 2 } } });
    expect(await send('standing', 'things/rows/2')).toMatchObject(reused);
  });
});
