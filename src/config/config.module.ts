import { Global, Module } from '@nestjs/common';
import { armCrashPoint } from '../common/crash-point';
import { AppConfig, ConfigError, loadConfig } from './app-config';

function configOfThisProcess(): AppConfig {
  const config = loadConfig();
  if (config.hasGatewayKeys && !config.isAppKeySet)
    throw new ConfigError('GATEWAY_KEYS is enough for a gateway only: this process needs APP_KEY.');
  armCrashPoint(config.crashAt);
  return config;
}

@Global()
@Module({
  providers: [{ provide: AppConfig, useFactory: configOfThisProcess }],
  exports: [AppConfig],
})
export class ConfigModule {}
