import 'reflect-metadata';
import { exitWithParent, notifyParentReady } from './common/process';
import { AuthConfigController } from './auth/config/auth-config.controller';
import { AppConfig, ConfigError } from './config/app-config';
import { createApp } from './app.module';
import { serveOpenApi } from './http/openapi/openapi';
import { serveWeb } from './http/serve-web';

/** The HTTP API: Swagger, the web app and, on a laptop, the sandbox. */
async function main(): Promise<void> {
  exitWithParent();
  const app = await createApp();
  const { http } = app.get(AppConfig);
  serveOpenApi(app);
  const siteConfig = app.get(AuthConfigController, { strict: false });
  await serveWeb(app, {
    siteUrl: http.appUrl,
    readSiteConfig: () => siteConfig.authConfig(),
  });
  await app.listen(http.port, http.host);
  notifyParentReady();
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
