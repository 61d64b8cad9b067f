import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../common/time/clock';
import {
  toBucketIndex,
  BUCKET_COUNT,
  PerformanceService,
  type Sample,
} from './performance.service';

/** Well under a minute, so that no minute of a running process goes without a row. */
const FLUSH_MS = 20 * SECOND;
const SERVER_ERROR = 500;
const MEASURED = /^\/api\/v1\/(?!health\/)/;

/** Measures the responses of this process and stores the measurements three times a minute. */
@Injectable()
export class RequestRecorder implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(RequestRecorder.name);
  private readonly instance = `${hostname()}:${process.pid}`;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private requests = 0;
  private errors = 0;
  private totalMs = 0;
  private buckets = Array<number>(BUCKET_COUNT).fill(0);

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly repository: PerformanceService,
  ) {}

  onModuleInit(): void {
    const server = this.http.httpAdapter?.getInstance<FastifyInstance>();
    if (typeof server?.addHook !== 'function') return;
    server.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
      if (MEASURED.test(request.url)) this.record(reply.elapsedTime, reply.statusCode);
    });
    void this.flush();
    this.timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.timer) await this.flush();
  }

  record(milliseconds: number, status: number): void {
    this.requests += 1;
    if (status >= SERVER_ERROR) this.errors += 1;
    this.totalMs += milliseconds;
    this.buckets[toBucketIndex(milliseconds)]! += 1;
  }

  /** Stores the measurements so far and keeps those that cannot be stored. Never rejects. */
  flush(): Promise<void> {
    return (this.writing = this.writing.then(() => this.write()));
  }

  private async write(): Promise<void> {
    const sample = this.take();
    try {
      await this.repository.add('api', this.instance, sample);
    } catch (error) {
      this.logger.warn({ err: error }, 'The figures of the last seconds could not be written');
      this.giveBack(sample);
    }
  }

  private take(): Sample {
    const { requests, errors, totalMs, buckets } = this;
    this.requests = this.errors = this.totalMs = 0;
    this.buckets = Array<number>(BUCKET_COUNT).fill(0);
    return { requests, errors, totalMs, buckets };
  }

  private giveBack(sample: Sample): void {
    this.requests += sample.requests;
    this.errors += sample.errors;
    this.totalMs += sample.totalMs;
    this.buckets = this.buckets.map((count, index) => count + sample.buckets[index]!);
  }
}
