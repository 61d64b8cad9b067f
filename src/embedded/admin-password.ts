import { randomInt } from 'node:crypto';
import type { DataFolder } from './data-folder';

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
