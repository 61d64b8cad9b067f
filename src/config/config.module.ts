import { Global, Module } from '@nestjs/common';
import { armCrashPoint } from '../common/crash-point';
import { AppConfig, loadConfig } from './app-config';

function configOfThisProcess(): AppConfig {
  const config = loadConfig();
  armCrashPoint(config.crashAt);
  return config;
}

@Global()
@Module({
  providers: [{ provide: AppConfig, useFactory: configOfThisProcess }],
  exports: [AppConfig],
})
export class ConfigModule {}
