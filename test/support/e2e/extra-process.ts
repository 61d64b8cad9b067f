import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READY_MESSAGE } from '../../../src/common/parent-process';
import { poll } from '../../../src/embedded/poll';
import { freePort } from '../ports';
import type { PlatformFixture } from '../processes';
import { inRepo } from '../repo';

/** A further API or worker of the built platform, beside or instead of those of `startPlatform`. */
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

  /** Resolves once it says that it can do its work. @throws Error with all it wrote when it does not. */
  static async start(name: 'main' | 'worker', env: NodeJS.ProcessEnv): Promise<ExtraProcess> {
    const extra = ExtraProcess.launch(name, env);
    await poll(() => extra.#ready || extra.#ended, 60_000);
    if (extra.#ready) return extra;
    extra.child.kill('SIGKILL');
    throw new Error(
      `${name} did not come up (${extra.#ended ?? 'still trying'}):\n${extra.#output}`,
    );
  }

  /** Starts one that need not live long enough to be ready. */
  static launch(name: 'main' | 'worker', env: NodeJS.ProcessEnv): ExtraProcess {
    const stdio: ['ignore', 'pipe', 'pipe', 'ipc'] = ['ignore', 'pipe', 'pipe', 'ipc'];
    return new ExtraProcess(
      spawn(process.execPath, [inRepo('dist', `${name}.js`)], { env, stdio }),
    );
  }

  /** Everything it wrote. */
  get output(): string {
    return this.#output;
  }

  /** @returns how it ended: `status 0` or a signal's name. @throws Error when it lives on. */
  async waitUntilEnded(withinMs = 60_000): Promise<string> {
    const how = await poll(() => this.#ended, withinMs);
    if (how === undefined) throw new Error(`It still runs:\n${this.#output}`);
    return how;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#ended !== undefined) return;
    this.child.kill(signal);
    if (await poll(() => this.#ended, 60_000)) return;
    this.child.kill('SIGKILL');
    throw new Error(`It did not stop within a minute:\n${this.#output}`);
  }
}

/** The environment of another process of a running platform. A second API gets a port of its own. */
export async function besides(
  platform: PlatformFixture,
  name: 'main' | 'worker',
): Promise<NodeJS.ProcessEnv & { PORT: string }> {
  const key = await readFile(join(platform.env.DATA_DIR ?? '', 'app.key'), 'utf8');
  return {
    ...platform.env,
    SANDBOX: 'true',
    METRICS_PORT: '',
    APP_KEY: key.trim(),
    APP_URL: platform.apiUrl,
    DATABASE_URL: await platform.databaseUrl(),
    PORT: name === 'main' ? String(await freePort()) : String(platform.env.PORT),
  };
}
