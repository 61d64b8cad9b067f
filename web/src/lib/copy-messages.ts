/** Messages of the copy buttons in the admin area. */
export const COPY_MESSAGES = {
  done: 'Copied!',
  notice: 'Copied to clipboard!',
  failed: 'Failed to copy to clipboard',
} as const;
