import childProcess from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../test/support/ports';
import { readEnvironment } from './environment';
import { Platform } from './platform';

describe('Platform.stop() during start', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nairaproxy-platform-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['Starting the database…', undefined],
    ['Starting the platform…', 'postgres://nobody@localhost/nothing'],
  ])('should not start pending processes: %s', async (moment, database) => {
    const [port, http, socks, metrics, postgres] = await freePorts(5);
    const started = jest.spyOn(childProcess, 'spawn').mockImplementation(() => {
      throw new Error('A process was started');
    });
    const platform = new Platform({
      environment: readEnvironment({
        DATA_DIR: folder,
        DATABASE_URL: database,
        POSTGRES_PORT: String(postgres),
        PORT: String(port),
        GATEWAY_HTTP_PORT: String(http),
        GATEWAY_SOCKS_PORT: String(socks),
        METRICS_PORT: String(metrics),
      }),
      scripts: { api: 'api.cjs', worker: 'worker.cjs', gateway: 'gateway.cjs' },
      prepareDatabase: () => Promise.resolve({ adminCreated: false }),
      print: (line) => {
        if (line === moment) void platform.stop();
      },
    });
    await platform.start();
    await platform.stop();
    expect(started).not.toHaveBeenCalled();
    expect(await readdir(folder)).not.toContain('start.lock');
  });
});
