import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { serverIdentity } from '../../../src/embedded/postgres/server-identity';

/** What a standby makes for itself, or must not have of its primary. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.*)$/;

/**
 * Copies the files of a running primary as a standby that is to follow it: pg_basebackup without the program,
 * which npm's binaries lack.
 * @param primary URL of a superuser; `from` and `to` are data folders of PostgresServer.
 */
export async function copyAsStandby(primary: string, from: string, to: string): Promise<void> {
  const target = join(to, 'postgres');
  const client = new Client({ connectionString: primary });
  await client.connect();
  try {
    // The session stays open until the end of the copy, else the backup is void.
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await copyFolder(join(from, 'postgres'), target);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await writeFile(join(target, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  await writeFile(join(target, 'standby.signal'), '');
  await copyFile(join(from, 'postgres.password'), join(to, 'postgres.password'));
  const owner = serverIdentity(join(from, 'postgres'));
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, target]);
}

/** Files may come and go meanwhile: the WAL since the start of the backup repairs the copy. */
async function copyFolder(from: string, to: string, path = ''): Promise<void> {
  await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = path ? `${path}/${entry.name}` : entry.name;
    if (LEFT_OUT.test(name)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, name);
    else if (entry.isFile())
      await copyFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}
