export const CONFIGURATION_WORDS = {
  fallback: 'Failed to update proxy configuration',
  thrown: 'An error occurred while updating the proxy configuration.',
};
