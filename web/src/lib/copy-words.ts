/** How the back office speaks about copying. */
export const COPY_WORDS = {
  done: 'Copied!',
  told: 'Copied to clipboard!',
  failed: 'Failed to copy to clipboard',
} as const;
