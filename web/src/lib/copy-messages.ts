/** Messages of the copy buttons in the back office. */
export const COPY_MESSAGES = {
  done: 'Copied!',
  notice: 'Copied to clipboard!',
  failed: 'Failed to copy to clipboard',
} as const;
