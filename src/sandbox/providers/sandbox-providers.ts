import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  answerWithMischief,
  type FakeProvider,
  type PlannedMischief,
  parseObject,
} from './fake-provider';
import { FakeProxySeller } from './fake-proxy-seller';
import { FakeDataimpulse, FakeEvomi, FakeIproyal, FakeOxylabs } from './fake-traffic-accounts';
import { FakeWebshare } from './fake-webshare';

const PREFIX = '/sandbox/providers/';

/**
 * The simulated management APIs under `/sandbox/providers/KIND`, with the key `sandbox-key`, or `sandbox:sandbox-key` where
 * it has a login (DataImpulse, Oxylabs). `POST …/KIND/control` plans
 * mischief (`path`, `mischief`, `times`) or sets `balance`. Their state ends with the process.
 */
@Injectable()
export class SandboxProviders implements OnModuleInit {
  private readonly providers: Readonly<Record<string, FakeProvider>> = {
    proxy_seller: new FakeProxySeller(),
    webshare: withUnits(new FakeWebshare()),
    dataimpulse: new FakeDataimpulse(),
    evomi: new FakeEvomi(),
    iproyal: new FakeIproyal(),
    oxylabs: new FakeOxylabs(),
  };
  private readonly mischief: (PlannedMischief & { kind: string })[] = [];

  constructor(private readonly host: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    await this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .register(async (scope: FastifyInstance) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
          done(null, body),
        );
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE'],
          url: `${PREFIX}:kind/*`,
          handler: (request, reply) => this.answer(request, reply),
        });
      });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { kind } = request.params as { kind: string };
    const provider = this.providers[kind];
    if (!provider) return reply.status(404).send();
    const url = new URL(request.url, 'http://sandbox');
    const path = url.pathname.slice(PREFIX.length + kind.length);
    const body = typeof request.body === 'string' ? request.body : '';
    if (path === '/control') return reply.send(this.control(kind, provider, parseObject(body)));
    const answer = answerWithMischief(
      provider,
      this.mischief.filter((plan) => plan.kind === kind),
      {
        ...{ method: request.method, path, query: url.searchParams, body },
        headers: request.headers as Record<string, string | undefined>,
      },
    );
    if (answer === 'silent') return reply.hijack();
    if (answer === 'reset') return reply.hijack().raw.destroy();
    const { status, json, text, headers } = answer;
    return reply
      .status(status)
      .headers({ ...headers })
      .send(json ?? text ?? '');
  }

  private control(kind: string, provider: FakeProvider, wish: Record<string, unknown>): object {
    const { path, mischief, times, balance } = wish as Partial<PlannedMischief> & {
      balance?: number;
    };
    if (typeof balance === 'number') provider.balance = balance;
    if (path && mischief) this.mischief.push({ kind, path, mischief, times: times ?? 1 });
    return { calls: provider.calls.length, balance: provider.balance };
  }
}

function withUnits(webshare: FakeWebshare): FakeWebshare {
  for (const country of ['US', 'US', 'DE', 'GB', 'NL']) webshare.addUnit(country);
  return webshare;
}
