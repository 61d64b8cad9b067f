import { Global, Module } from '@nestjs/common';
import { armCrashPoint } from '../common/crash-point';
import { AppConfig, ConfigError, loadConfig } from './app-config';

/** Of every process but the gateway, whose configuration may lack APP_KEY. */
export function assertProcessConfig(config: AppConfig): void {
  if (config.hasGatewayKeys && !config.isAppKeySet)
    throw new ConfigError('GATEWAY_KEYS is enough for a gateway only: this process needs APP_KEY.');
  armCrashPoint(config.crashAt);
}

function configOfThisProcess(): AppConfig {
  const config = loadConfig();
  assertProcessConfig(config);
  return config;
}

@Global()
@Module({
  providers: [{ provide: AppConfig, useFactory: configOfThisProcess }],
  exports: [AppConfig],
})
export class ConfigModule {}
