import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';

export interface Readiness {
  readonly ready: boolean;
  /** Dependency → `up` or `down`. */
  readonly checks: Record<string, 'up' | 'down'>;
}

const CHECK_TIMEOUT_MS = 2000;

/** Readiness checks of the dependencies of this process. */
@Injectable()
export class HealthService implements OnApplicationShutdown {
  private redis: Redis | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly dataSource: DataSource,
  ) {}

  async readiness(): Promise<Readiness> {
    const probes: Record<string, () => Promise<unknown>> = {
      postgresql: () => this.dataSource.query('SELECT 1'),
    };
    if (this.config.redisUrl) probes.redis = () => this.redisClient().ping();
    const results = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    return {
      ready: results.every(([, state]) => state === 'up'),
      checks: Object.fromEntries(results),
    };
  }

  /**
   * Dependency → `up`.
   * @throws DomainError `NOT_READY` with the failed dependencies in its details.
   */
  async requireReady(): Promise<Readiness['checks']> {
    const { ready, checks } = await this.readiness();
    if (!ready) throw notReady(checks);
    return checks;
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private redisClient(): Redis {
    this.redis ??= new Redis(this.config.redisUrl!, { maxRetriesPerRequest: 1 }).on(
      'error',
      // The next check reports the failure; the client reconnects by itself.
      () => undefined,
    );
    return this.redis;
  }
}

const notReady = (checks: Readiness['checks']): DomainError => {
  const down = Object.keys(checks).filter((name) => checks[name] === 'down');
  return new DomainError(
    'unavailable',
    'NOT_READY',
    `This server cannot work yet: ${down.join(' and ')} did not answer`,
    Object.fromEntries(down.map((name) => [name, ['down']])),
    5,
  );
};

async function check(probe: () => Promise<unknown>): Promise<'up' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'down'>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  const result = probe().then(
    () => 'up' as const,
    () => 'down' as const,
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
