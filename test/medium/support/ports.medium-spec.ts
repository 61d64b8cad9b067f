import { rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { CLAIMS_FOLDER, freePort, freePorts, freePortRange } from '../../support/ports';

describe('Test port allocation', () => {
  const claims: string[] = [];
  const claimFor = async (port: number, pid: number) => {
    const file = join(CLAIMS_FOLDER, String(port));
    claims.push(file);
    await writeFile(file, String(pid));
  };
  /** Makes the next attempts use these ports. */
  const tryFirst = (...ports: number[]) => {
    const random = jest.spyOn(Math, 'random');
    for (const port of ports) random.mockReturnValueOnce((port - 15_500 + 0.5) / 16_499);
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const file of claims.splice(0)) await rm(file, { force: true });
  });

  it('allocates each port once', async () => {
    const ports = [...(await freePorts(20)), ...(await Promise.all([freePort(), freePort()]))];
    expect(new Set(ports).size).toBe(22);
    tryFirst(ports[0]!, ports[1]!);
    expect(ports).not.toContain(await freePort());
  });

  it('respects reservations of running processes and reclaims those of ended ones', async () => {
    const [theirs, left] = (await freePorts(2)) as [number, number];
    await claimFor(theirs, process.ppid);
    await claimFor(left, 2 ** 30);
    tryFirst(theirs, left, left);
    expect(await freePort()).toBe(left);
  });

  it('allocates a contiguous range or nothing', async () => {
    const first = await freePortRange(3);
    tryFirst(first, first + 1, first + 2);
    expect([first, first + 1, first + 2]).not.toContain(await freePort());
    await claimFor(first + 1, process.ppid);
    await rm(join(CLAIMS_FOLDER, String(first)));
    tryFirst(first);
    expect(await freePortRange(2)).not.toBe(first);
    tryFirst(first);
    expect(await freePort()).toBe(first);
  });

  it('skips ports that are in use', async () => {
    const server = await new Promise<Server>((done) => {
      const opened = createServer().listen(0, '127.0.0.1', () => done(opened));
    });
    const { port } = server.address() as AddressInfo;
    try {
      tryFirst(port);
      expect(await freePort()).not.toBe(port);
    } finally {
      server.close();
    }
  });
});
