import { type AppConfig, loadConfig } from '../config/app-config';
import { randomInt } from 'node:crypto';
import { DataFolder } from './data-folder';
import { DatabaseSupervisor } from './database-supervisor';
import { poll } from './poll';
import { metricsPorts, type StartEnvironment } from './environment';
import { isPortOpen, assertPortFree } from './ports';
import { StartError } from './start-error';
import { StartLock } from './start-lock';
import { SupervisedProcess } from './supervised-process';

export interface StartupBannerOptions {
  config: AppConfig;
  /** The password at the first start, afterwards a hint. */
  adminPassword: string;
  firstStart: boolean;
  dataDir: string;
}

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

const FILE = 'admin-password';
const SHOWN = 'shown at the first start';
/** Excludes characters that are easily confused when copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/**
 * The back office password of a first start. It is kept in the data folder only until it has been
 * shown, so that a start that is interrupted before that does not lose it.
 */
export class AdminPassword {
  private constructor(
    private readonly folder: DataFolder,
    readonly value: string,
    private readonly given: boolean,
    private readonly interrupted: boolean,
  ) {}

  /** @param given the password of ADMIN_PASSWORD, if set. */
  static async prepare(folder: DataFolder, given: string | undefined): Promise<AdminPassword> {
    const kept = await folder.read(FILE);
    if (given !== undefined) return new AdminPassword(folder, given, true, false);
    if (kept !== undefined && kept !== SHOWN) return new AdminPassword(folder, kept, false, true);
    const password = generate();
    if (kept === undefined) await folder.write(FILE, password);
    return new AdminPassword(folder, password, false, false);
  }

  /** Whether this password has not been shown yet. */
  needsDisplay(adminCreated: boolean): boolean {
    return !this.given && (adminCreated || this.interrupted);
  }

  /** Text for the startup banner. */
  describe(adminCreated: boolean): string {
    if (this.needsDisplay(adminCreated)) return this.value;
    return adminCreated ? 'password from ADMIN_PASSWORD' : 'password as set at first start';
  }

  /** Overwrites the stored plain password after it was shown; only its hash remains. */
  async markShown(): Promise<void> {
    if ((await this.folder.read(FILE)) !== SHOWN) await this.folder.write(FILE, SHOWN);
  }
}

/** Twenty characters of 55: about 115 bits. A symbol and a digit suit every password rule. */
function generate(): string {
  const pick = () => ALPHABET[randomInt(ALPHABET.length)] ?? 'x';
  const group = () => Array.from({ length: 5 }, pick).join('');
  return `${group()}-${group()}-${group()}-${group()}7`;
}

export interface PlatformOptions {
  environment: StartEnvironment;
  /** Name and script of each process to run, in the order they are started. */
  scripts: Record<'api' | 'worker' | 'gateway', string>;
  /** Migrates and seeds. @returns whether the first back office account was created now. */
  prepareDatabase(config: AppConfig): Promise<{ adminCreated: boolean }>;
  print(line: string): void;
  showAllLogs?: boolean;
}

const READY_WITHIN_MS = 120_000;
/** Start attempts of a process before the first Ready; more are futile. */
const HOPELESS_AFTER_CRASHES = 3;
const STOP_CHILDREN_MS = 5_000;
/** Ctrl-C stops everything within moments, so that a gateway drains for less than `STOP_CHILDREN_MS`. */
const QUICK_END = { GATEWAY_LAME_DUCK_SECONDS: '0', GATEWAY_DRAIN_SECONDS: '2' };
const STOP_DATABASE_MS = 4_000;

/** The whole platform on one machine: the database and three processes, started and stopped in order. */
export class Platform {
  #lock: StartLock | undefined;
  #database: DatabaseSupervisor | undefined;
  #children: SupervisedProcess[] = [];
  #config: AppConfig | undefined;
  /** The start or the last reload. */
  #lastStep: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(private readonly options: PlatformOptions) {}

  /**
   * Resolves when all processes are ready and the banner is printed, or when stop() was called.
   * @throws StartError with a message for the operator; call stop() then.
   */
  start(): Promise<void> {
    const started = this.launch();
    // A reload that arrives before the end of the start waits for it.
    this.#lastStep = started;
    return started;
  }

  private async launch(): Promise<void> {
    const { raw, parsed } = this.options.environment;
    const folder = await DataFolder.open(parsed.DATA_DIR);
    this.#lock = await StartLock.acquire(folder.path);
    await assertPortFree(parsed.PORT, 'PORT', parsed.HOST);
    await assertPortFree(parsed.GATEWAY_HTTP_PORT, 'GATEWAY_HTTP_PORT', parsed.GATEWAY_BIND);
    await assertPortFree(parsed.GATEWAY_SOCKS_PORT, 'GATEWAY_SOCKS_PORT', parsed.GATEWAY_BIND);

    if (!parsed.DATABASE_URL) this.options.print('Starting the database…');
    const password = await AdminPassword.prepare(folder, parsed.ADMIN_PASSWORD);
    if (this.#stopped) return;
    const environment = {
      ...raw,
      DATA_DIR: folder.path,
      APP_KEY: parsed.APP_KEY ?? (await folder.appKey()),
      DATABASE_URL: parsed.DATABASE_URL ?? (await this.startDatabase(folder)),
      ADMIN_PASSWORD: password.value,
    };
    if (this.#stopped) return;
    const config = loadConfig(environment);
    const { adminCreated } = await this.options.prepareDatabase(config);
    if (this.#stopped) return;

    this.options.print('Starting the platform…');
    await this.startChildren(folder, environment);
    await this.waitUntilReady(config);
    if (this.#stopped) return;
    this.options.print(
      formatStartupBanner({
        config,
        adminPassword: password.describe(adminCreated),
        firstStart: password.needsDisplay(adminCreated),
        dataDir: folder.path,
      }),
    );
    await password.markShown();
    this.#config = config;
  }

  /**
   * Restarts the three processes on newly compiled code, for development, after the start and after reloads
   * called earlier. Does nothing when the start failed.
   */
  reload(): Promise<void> {
    const previous = this.#lastStep;
    this.#lastStep = previous.catch(() => undefined).then(() => this.restartChildren());
    return this.#lastStep;
  }

  private async restartChildren(): Promise<void> {
    if (!this.#config || this.#stopped) return;
    this.options.print('Reloading the platform…');
    await Promise.all(this.#children.map((child) => child.reload(STOP_CHILDREN_MS)));
    await this.waitUntilReady(this.#config);
    if (!this.#stopped) this.options.print('Ready again.');
  }

  /** Stops everything in order: first the processes, then the database. Safe to call twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.shutDown();
    return this.#stopped;
  }

  private async shutDown(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.stop(STOP_CHILDREN_MS)));
    await this.#database?.stop(STOP_DATABASE_MS);
    await this.#lock?.release();
  }

  private async startDatabase(folder: DataFolder): Promise<string> {
    const { parsed } = this.options.environment;
    this.#database = new DatabaseSupervisor(
      { dataDir: folder.path, port: parsed.POSTGRES_PORT },
      this.options.print,
      () => this.noteProcesses(),
    );
    return this.#database.start();
  }

  private async startChildren(folder: DataFolder, environment: NodeJS.ProcessEnv): Promise<void> {
    const { scripts, print, showAllLogs } = this.options;
    const names = Object.keys(scripts) as (keyof typeof scripts)[];
    const metrics = await metricsPorts(this.options.environment.parsed, names, print);
    if (this.#stopped) return;
    this.#children = names.map((name) => {
      const port = metrics.get(name);
      const env = {
        ...environment,
        ...QUICK_END,
        LOG_PRETTY: 'false',
        METRICS_PORT: port ? String(port) : '',
      };
      return new SupervisedProcess(
        { name, script: scripts[name], env, logFile: folder.logFile(name) },
        { print, showAllLogs, changed: () => this.noteProcesses() },
      );
    });
    for (const child of this.#children) await child.start();
  }

  private async waitUntilReady(config: AppConfig): Promise<void> {
    const ready = await poll(
      async () => {
        if (this.#stopped) return true;
        const hopeless = this.#children.find((child) => child.crashes >= HOPELESS_AFTER_CRASHES);
        if (hopeless) throw this.startFailure(hopeless, 'ended again and again');
        if (!this.#children.every((child) => child.ready)) return false;
        return (await apiReady(config)) && (await gatewayReady(config));
      },
      READY_WITHIN_MS,
      100,
    );
    if (ready) return;
    const unready = this.#children.find((child) => !child.ready)?.spec.name;
    const late = unready ?? ((await apiReady(config)) ? 'gateway' : 'api');
    const child = this.#children.find(({ spec }) => spec.name === late);
    throw child
      ? this.startFailure(child, `was not ready within ${READY_WITHIN_MS / 1000} s`)
      : new StartError(`The ${late} was not ready in time.`);
  }

  private startFailure(child: SupervisedProcess, what: string): StartError {
    const { name, logFile } = child.spec;
    const last = child.lastLines.map((line) => `  ${line}`).join('\n');
    return new StartError(`The ${name} process ${what}. The end of ${logFile}:\n${last}`);
  }

  /** Lets the next start stop processes that a killed supervisor left running. */
  private noteProcesses(): void {
    if (this.#stopped) return;
    const children = this.#children.map(({ spec, pid }) => ({ name: spec.name, pid }));
    this.#lock?.remember(children).catch((error: Error) => {
      this.options.print(`  The start lock cannot be written: ${error.message}`);
    });
  }
}

async function apiReady({ http }: AppConfig): Promise<boolean> {
  const host = ['localhost', '0.0.0.0', '::'].includes(http.host) ? 'localhost' : http.host;
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${http.port}/health/ready`, {
      signal: AbortSignal.timeout(3_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // Not listening yet: retried until the deadline.
  }
}

async function gatewayReady({ gateway }: AppConfig): Promise<boolean> {
  const host = ['localhost', '0.0.0.0', '::'].includes(gateway.bind) ? '127.0.0.1' : gateway.bind;
  return (await isPortOpen(gateway.httpPort, host)) && (await isPortOpen(gateway.socksPort, host));
}
