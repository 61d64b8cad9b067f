/** A failed start. The message tells the operator the cause and the remedy. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Maps a disk-full message to a StartError; undefined for other texts. */
export function diskFullError(text: string, directory: string): StartError | undefined {
  if (!/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(text)) return undefined;
  return new StartError(
    `The disk that holds ${directory} is full. Free some space there (about 500 MB is comfortable), ` +
      'or set DATA_DIR to a folder on another disk, and start again. Nothing was lost.',
  );
}
