import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/app-config';
import { envSchema } from '../../src/config/env.schema';
import {
  findArguments,
  DOCKERFILE,
  DOCKERFILE_TEXT,
  readImageEnvironment,
  stages,
} from '../support/dockerfile';
import { inRepo } from '../support/repo';

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string;
  stop_grace_period?: string;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  deploy?: { replicas: number };
}

const read = (...path: string[]) => readFileSync(inRepo(...path), 'utf8');
const composeText = read('docker', 'compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const appServices = services.filter(([, { build }]) => build);
const production = parseEnv(read('docker', 'production.env.example'));
const defaults = envSchema.parse({});
/** Variables of compose.yml itself, not of the platform. */
const COMPOSE_ONLY = ['DOMAIN', 'POSTGRES_PASSWORD'];
const known = new Set([...Object.keys(envSchema.shape), ...COMPOSE_ONLY]);

/** `node dist/x.js …` → the source it was built from. */
const sourceOf = (command: string[]) => inRepo(command[1]!.replace(/^dist(.*)\.js$/, 'src$1.ts'));

/** Values for the secrets that the example leaves empty. */
const filledIn: Record<string, string | undefined> = {
  ...production,
  POSTGRES_PASSWORD: 'a1b2c3',
  APP_KEY: 'k'.repeat(40),
};
const interpolate = (value: string) =>
  value.replace(/\$\{(\w+)(:\?[^}]*)?\}/g, (_, name: string) => filledIn[name] ?? '');

describe('Dockerfile', () => {
  it('should pass the linter', () => {
    expect(validate(DOCKERFILE_TEXT).map(({ message }) => message)).toEqual([]);
  });

  it('should use pinned base images that can run this code', () => {
    for (const { image } of stages()) expect(image).toMatch(/^node:22\.\d+\.\d+-[\w-]+$/);
  });

  it('should copy only existing files that .dockerignore includes', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const names = stages().map(({ name }) => name);
    for (const copy of DOCKERFILE.getCOPYs()) {
      const sources = copy
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue());
      const from = copy.getFromFlag()?.getValue();
      if (from) expect(names).toContain(from);
      else
        for (const source of sources) {
          expect(existsSync(inRepo(source)) ? source : `${source} is missing`).toBe(source);
          expect(allowed).toContain(source.split('/')[0]);
        }
    }
  });

  it('should copy every folder that the server reads at run time', () => {
    const copied = findArguments('COPY').flatMap((words) => words.slice(1));
    expect(copied).toEqual(expect.arrayContaining(['dist', 'node_modules', 'web/dist']));
  });

  it('should run only existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const used = [...DOCKERFILE_TEXT.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    expect(used).not.toEqual([]);
    for (const name of used) expect(scripts).toHaveProperty([name]);
  });

  it('should run unprivileged with a health check and start an existing file', () => {
    const lines = DOCKERFILE.getInstructions().map((instruction) => instruction.getKeyword());
    const last = lines.slice(lines.lastIndexOf('FROM'));
    expect(last).toEqual(expect.arrayContaining(['USER', 'HEALTHCHECK', 'CMD']));
    expect(findArguments('USER')).toEqual([['node']]);
    const [command] = findArguments('CMD').map((words) => JSON.parse(words.join(' ')) as string[]);
    expect(existsSync(sourceOf(command!))).toBe(true);
  });

  it('should set only known variables and check health on the listening port', () => {
    const environment = readImageEnvironment();
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(() => envSchema.parse({ ...environment, NODE_ENV: 'test' })).not.toThrow();
    expect(environment.METRICS_PORT).toMatch(/^\d+$/);
    expect(findArguments('HEALTHCHECK').flat().join(' ')).toContain('process.env.METRICS_PORT');
  });

  it('should expose the default ports', () => {
    expect(findArguments('EXPOSE').flat().map(Number)).toEqual([
      defaults.PORT,
      defaults.GATEWAY_HTTP_PORT,
      defaults.GATEWAY_SOCKS_PORT,
    ]);
  });
});

describe('compose.yml', () => {
  it('should run two APIs, two workers, a gateway and their dependencies', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['api', 'gateway', 'migrate', 'postgres', 'proxy', 'redis', 'worker'].sort(),
    );
    expect(compose.services.api!.deploy).toEqual({ replicas: 2 });
    expect(compose.services.worker!.deploy).toEqual({ replicas: 2 });
  });

  it('should wait until a gateway has drained', () => {
    const { lameDuckMs, drainMs } = loadConfig({
      ...filledIn,
      NODE_ENV: 'production',
      APP_URL: 'https://shop.example.com',
      DATABASE_URL: 'postgres://postgres/shop',
    }).gateway;
    const { stop_grace_period: grace } = compose.services.gateway!;
    const graceMs = Number.parseInt(grace!) * 1_000;
    expect(graceMs).toBeGreaterThanOrEqual(lameDuckMs + drainMs + 6_000);
  });

  it('should build its services from the Dockerfile and start existing files', () => {
    const problems = appServices.flatMap(([name, { build, command = [] }]) => {
      const [program, script, word] = command;
      const isCommand =
        script !== 'dist/cli.js' ||
        new RegExp(`^  ${word}: `, 'm').test(read('src', 'commands', 'shop.commands.ts'));
      return [
        existsSync(inRepo('docker', build!.context, build!.dockerfile)) ? '' : `${name}: build`,
        program === 'node' && existsSync(sourceOf(command)) ? '' : `${name}: ${command.join(' ')}`,
        isCommand ? '' : `${name}: ${word}`,
      ].filter(Boolean);
    });
    expect(problems).toEqual([]);
  });

  it('should give its services a valid production environment', () => {
    const environments = appServices.map(([name, service]) => {
      const own = Object.entries(service.environment!).map(([key, value]) => [
        key,
        interpolate(value),
      ]);
      const given = { ...readImageEnvironment(), ...filledIn, ...Object.fromEntries(own) };
      const { isProduction, sandbox, database, redisUrl } = loadConfig(given);
      return {
        ...{ name, isProduction, sandbox },
        unknown: Object.keys(given).filter((key) => !known.has(key)),
        hosts: [new URL(database.url).hostname, new URL(redisUrl!).hostname],
      };
    });
    expect(environments).toEqual(
      appServices.map(([name]) => ({
        ...{ name, isProduction: true, sandbox: false, unknown: [] },
        hosts: ['postgres', 'redis'],
      })),
    );
  });

  it('should refuse to start while a secret is missing', () => {
    const { POSTGRES_PASSWORD, APP_KEY } = production;
    expect({ POSTGRES_PASSWORD, APP_KEY }).toEqual({ POSTGRES_PASSWORD: '', APP_KEY: '' });
    expect(composeText).toContain('${POSTGRES_PASSWORD:?');
    expect(() =>
      loadConfig({
        NODE_ENV: 'production',
        ...production,
        DATABASE_URL: 'postgres://postgres/x',
        APP_URL: 'https://shop.example.com',
      }),
    ).toThrow(/APP_KEY/);
  });

  it('should read only variables of production.env.example', () => {
    const used = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
    for (const name of used) expect(production).toHaveProperty(name);
    expect(Object.keys(production).filter((name) => !known.has(name))).toEqual([]);
  });

  it('should publish only the default ports of the gateway and the web server', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published.sort()).toEqual(
      [
        `gateway ${defaults.GATEWAY_HTTP_PORT}:${defaults.GATEWAY_HTTP_PORT}`,
        `gateway ${defaults.GATEWAY_SOCKS_PORT}:${defaults.GATEWAY_SOCKS_PORT}`,
        'proxy 443:443',
        'proxy 443:443/udp',
        'proxy 80:80',
      ].sort(),
    );
  });

  it('should proxy the web server to the port of the API', () => {
    const caddy = read('docker', 'Caddyfile');
    expect(caddy).toMatch(/name api\b/);
    expect(caddy).toMatch(new RegExp(`port ${defaults.PORT}\\b`));
    for (const [, name] of caddy.matchAll(/\{\$(\w+)\}/g))
      expect(compose.services.proxy!.environment).toHaveProperty(name!);
  });

  it('should depend only on existing services, on health only where there is a check', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const needed = compose.services[name];
        expect(needed ? name : `${name} is missing`).toBe(name);
        // Application services inherit the health check of their image.
        if (condition === 'service_healthy')
          expect(Boolean(needed!.healthcheck?.test ?? needed!.build)).toBe(true);
      }
  });

  it('should mount only existing files and declared volumes', () => {
    for (const [, { volumes = [] }] of services)
      for (const volume of volumes) {
        const source = volume.split(':')[0]!;
        if (source.startsWith('.')) expect(existsSync(join(inRepo('docker'), source))).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
  });

  it('should use pinned images', () => {
    const foreign = services.filter(([, { build }]) => !build).map(([, { image }]) => image);
    for (const image of foreign) expect(image).toMatch(/^[a-z]+:\d+\.\d+-[a-z]+$/);
  });

  it('should keep its secrets out of version control', () => {
    expect(appServices.every(([, { env_file }]) => env_file === 'production.env')).toBe(true);
    expect(read('.gitignore').split('\n')).toContain('docker/production.env');
  });
});
