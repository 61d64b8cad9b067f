import { ConfigError, loadConfig } from '../config/app-config';
import { envSchema, type Env } from '../config/env.schema';
import { isPortFree } from './ports';
import { StartError } from './start-error';

/** The validated environment of the start; the platform fills in the rest. */
export interface StartEnvironment {
  /** As it was, plus the defaults only an embedded start has. */
  raw: NodeJS.ProcessEnv;
  parsed: Env;
}

/** @throws StartError when the environment is unusable or is that of a production machine. */
export function readEnvironment(environment: NodeJS.ProcessEnv): StartEnvironment {
  const raw: NodeJS.ProcessEnv = { ...environment, SANDBOX: environment.SANDBOX || 'true' };
  if (raw.NODE_ENV === 'production')
    throw new StartError(
      'This start is for a laptop and for tests. In production run the three processes dist/main.js, ' +
        'dist/worker.js and dist/gateway.js against a PostgreSQL of their own, or unset NODE_ENV.',
    );
  try {
    loadConfig(raw);
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message, { cause: error });
    throw error;
  }
  const parsed = envSchema.parse(raw);
  assertDistinctPorts(parsed);
  return { raw, parsed };
}

function assertDistinctPorts(env: Env): void {
  const names = ['PORT', 'GATEWAY_HTTP_PORT', 'GATEWAY_SOCKS_PORT', 'POSTGRES_PORT'] as const;
  for (const [index, name] of names.entries()) {
    const twin = names.slice(0, index).find((other) => env[other] === env[name]);
    if (twin)
      throw new StartError(`${twin} and ${name} are both ${env[name]}. Give each its own port.`);
  }
}

const FIRST_METRICS_PORT = 9_464;

/**
 * Gives every process a loopback port for its metrics, counting up from METRICS_PORT. A port
 * in use disables that process's metrics, not its start.
 */
export async function metricsPorts(
  env: Env,
  names: readonly string[],
  print: (line: string) => void,
): Promise<Map<string, number>> {
  const first = env.METRICS_PORT ?? FIRST_METRICS_PORT;
  const ports = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const port = first + index;
    if (await isPortFree(port, env.METRICS_HOST)) ports.set(name, port);
    else print(`  Port ${port} is taken, so ${name} shows no metrics; METRICS_PORT moves them.`);
  }
  return ports;
}
