import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READY_MESSAGE } from '../../../src/common/process';
import { poll } from '../../../src/embedded/poll';
import { freePort, freePorts } from '../ports';
import type { PlatformFixture } from '../processes';
import { inRepo } from '../repo';

type ProcessName = 'main' | 'worker' | 'gateway';

/** An additional API, worker or gateway process of the built platform. */
export class ExtraProcess {
  #output = '';
  #ready = false;
  #ended: string | undefined;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.on('message', (message) => (this.#ready ||= message === READY_MESSAGE));
    child.once('close', (status, signal) => (this.#ended = signal ?? `status ${status}`));
  }

  /** Resolves when the process reports readiness. @throws Error with its output otherwise. */
  static async start(name: ProcessName, env: NodeJS.ProcessEnv): Promise<ExtraProcess> {
    const extra = ExtraProcess.launch(name, env);
    await poll(() => extra.#ready || extra.#ended, 60_000);
    if (extra.#ready) return extra;
    extra.child.kill('SIGKILL');
    throw new Error(
      `${name} did not become ready (${extra.#ended ?? 'still trying'}):\n${extra.#output}`,
    );
  }

  /** Starts a process without waiting for readiness. */
  static launch(name: ProcessName, env: NodeJS.ProcessEnv): ExtraProcess {
    const stdio: ['ignore', 'pipe', 'pipe', 'ipc'] = ['ignore', 'pipe', 'pipe', 'ipc'];
    return new ExtraProcess(
      spawn(process.execPath, [inRepo('dist', `${name}.js`)], { env, stdio }),
    );
  }

  /** Its stdout and stderr so far. */
  get output(): string {
    return this.#output;
  }

  /** @returns `status 0` or the name of a signal. @throws Error when it still runs. */
  async waitUntilEnded(withinMs = 60_000): Promise<string> {
    const exit = await poll(() => this.#ended, withinMs);
    if (exit === undefined) throw new Error(`It still runs:\n${this.#output}`);
    return exit;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#ended !== undefined) return;
    this.child.kill(signal);
    if (await poll(() => this.#ended, 60_000)) return;
    this.child.kill('SIGKILL');
    throw new Error(`It did not stop within a minute:\n${this.#output}`);
  }
}

/** Environment for another process of a running platform. A second API or gateway gets its own ports. */
export async function createSiblingEnvironment(
  platform: PlatformFixture,
  name: ProcessName,
): Promise<NodeJS.ProcessEnv & { PORT: string }> {
  const [http, socks] = name === 'gateway' ? await freePorts(2) : [];
  const key = await readFile(join(platform.env.DATA_DIR ?? '', 'app.key'), 'utf8');
  return {
    ...platform.env,
    SANDBOX: 'true',
    METRICS_PORT: '',
    APP_KEY: key.trim(),
    APP_URL: platform.apiUrl,
    DATABASE_URL: await platform.databaseUrl(),
    PORT: name === 'main' ? String(await freePort()) : String(platform.env.PORT),
    ...(name === 'gateway'
      ? {
          GATEWAY_ID: 'gateway-2',
          GATEWAY_HTTP_PORT: String(http),
          GATEWAY_SOCKS_PORT: String(socks),
          GATEWAY_DRAIN_SECONDS: '2',
        }
      : {}),
  };
}
