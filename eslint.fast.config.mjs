// Rules that need no type information, for daily use and the pre-commit hook; npm run lint:full has all.
process.env.LINT_WITHOUT_TYPES = 'true';
const { default: config } = await import('./eslint.config.mjs');

export default config;
