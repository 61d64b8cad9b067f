import type { AppConfig } from '../config/app-config';

export interface StartupBannerOptions {
  config: AppConfig;
  /** The password at the first start, afterwards a hint. */
  adminPassword: string;
  firstStart: boolean;
  dataDir: string;
}

/** The startup banner with all addresses. */
export function formatStartupBanner({
  config,
  adminPassword,
  firstStart,
  dataDir,
}: StartupBannerOptions): string {
  const { appUrl } = config.http;
  const { httpPort, socksPort, https, publicHost } = config.gateway;
  const ports = [
    `HTTP ${publicHost}:${httpPort}`,
    `SOCKS5 ${publicHost}:${socksPort}`,
    ...(https ? [`HTTPS ${publicHost}:${https.port}`] : []),
  ];
  const rows: [string, string][] = [
    ['Back office', `${appUrl}/admin/login`],
    ['', `${config.admin.email}   ${adminPassword}`],
    ...(firstStart
      ? ([['', '(this password is shown only now; keep it)']] as [string, string][])
      : []),
    ['API docs', `${appUrl}/api/docs`],
    ...(config.sandbox
      ? ([['Sandbox inbox', `${appUrl}/sandbox/inbox`]] as [string, string][])
      : []),
    ['Proxies', ports.join('   ')],
    ['Data and logs', dataDir],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return ['', `Ready on ${appUrl}`, ...lines, '', 'Ctrl-C stops everything.', ''].join('\n');
}
