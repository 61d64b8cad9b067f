import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppConfig, ConfigError } from '../config/app-config';

/**
 * Refuses to start in production where a COMMIT is answered before it is on disk: what the customer was told
 * could be lost. No code sets `synchronous_commit`, so the server's default is that of every transaction.
 */
@Injectable()
export class CommitDurability implements OnModuleInit {
  constructor(
    private readonly config: AppConfig,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws ConfigError with what to change. */
  async onModuleInit(): Promise<void> {
    if (!this.config.isProduction) return;
    const [{ setting }] = await this.dataSource.query<[{ setting: string }]>(
      `SELECT current_setting('synchronous_commit') AS setting`,
    );
    if (setting === 'off')
      throw new ConfigError(
        'PostgreSQL answers a COMMIT before it is on disk (synchronous_commit is off), so a crash could lose ' +
          'money that was credited. Switch the setting on, or to remote_apply, and start again.',
      );
  }
}
