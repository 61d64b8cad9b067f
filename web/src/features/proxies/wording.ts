export const UPDATE_ERROR_MESSAGES = {
  fallback: 'Failed to update proxy configuration',
  thrown: 'An error occurred while updating the proxy configuration.',
};
