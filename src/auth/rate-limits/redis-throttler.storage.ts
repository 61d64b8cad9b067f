import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorageService, type ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { SECOND } from '../../common/time/clock';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * One atomic step: counts a hit, starts the window with the first one, and from the first hit
 * above the limit blocks for the block's duration. Returns {hits, milliseconds left}.
 */
const COUNT = `
local hits = redis.call('INCR', KEYS[1])
local limit, ttl, block = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ttl)
elseif hits == limit + 1 then redis.call('PEXPIRE', KEYS[1], block) end
return {hits, redis.call('PTTL', KEYS[1])}`;

/** Counters that all API processes share. While Redis is away each process counts for itself. */
@Injectable()
export class RedisThrottlerStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly logger = new Logger(RedisThrottlerStorage.name);
  private readonly memory = new ThrottlerStorageService();
  private readonly redis: Redis;
  private reachable = true;

  constructor(url: string) {
    this.redis = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: true,
      commandTimeout: SECOND,
      connectionName: 'rate-limits',
    });
    this.redis.on('error', (error) => this.lost(error));
    this.redis.on('ready', () => (this.reachable = true));
  }

  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName: string,
  ): Promise<StorageRecord> {
    if (!this.reachable)
      return this.memory.increment(key, ttl, limit, blockDuration, throttlerName);
    try {
      const [hits, left] = (await this.redis.eval(
        COUNT,
        1,
        `rate:{${throttlerName}:${key}}`,
        limit,
        ttl,
        blockDuration,
      )) as [number, number];
      const seconds = Math.ceil(left / SECOND);
      const isBlocked = hits > limit;
      return {
        totalHits: hits,
        timeToExpire: seconds,
        isBlocked,
        timeToBlockExpire: isBlocked ? seconds : 0,
      };
    } catch (error) {
      this.lost(error as Error);
      return this.memory.increment(key, ttl, limit, blockDuration, throttlerName);
    }
  }

  onApplicationShutdown(): void {
    this.memory.onApplicationShutdown();
    this.redis.disconnect();
  }

  private lost(error: Error): void {
    if (!this.reachable) return;
    this.reachable = false;
    this.logger.warn(
      { err: error },
      'Redis is away; rate limits count per process until it is back',
    );
    // A slow but open connection emits no `ready`; reconnecting makes it emit one.
    if (this.redis.status === 'ready') this.redis.disconnect(true);
  }
}
