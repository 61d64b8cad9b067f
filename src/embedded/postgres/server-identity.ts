import { statSync } from 'node:fs';

/** The user that PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root. */
export interface ServerIdentity {
  uid: number;
  gid: number;
}

/** `nobody` on Linux; a number works even where the name is missing. */
const NOBODY: ServerIdentity = { uid: 65_534, gid: 65_534 };

/**
 * Undefined for an ordinary user: the server then runs as that user. For root: the owner the
 * cluster already has, so that a folder keeps the owner of its first use, else `nobody`.
 */
export function serverIdentity(cluster: string): ServerIdentity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/**
 * The name the server itself uses for its directory. A clone under /root is closed to `nobody`,
 * but a process can always reach its working directory through /proc, regardless of parent folders.
 */
export function directoryForServer(
  directory: string,
  identity: ServerIdentity | undefined,
): string {
  return identity && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}
