/** A start that cannot go on. The message is for the person at the keyboard: what, and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Says "the disk is full" in one place; undefined when the text is about something else. */
export function diskFullError(text: string, directory: string): StartError | undefined {
  if (!/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(text)) return undefined;
  return new StartError(
    `The disk that holds ${directory} is full. Free some space there (about 500 MB is comfortable), ` +
      'or set DATA_DIR to a folder on another disk, and start again. Nothing was lost.',
  );
}
