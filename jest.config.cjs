const swc = (ts) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: ts ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
      transform: ts
        ? { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false }
        : undefined,
    },
    module: { type: 'commonjs' },
  },
];

/** Nest 12 and a few of its dependencies ship as ES modules; Jest needs them as CommonJS. */
const esModules =
  '@nestjs|file-type|token-types|strtok3|peek-readable|uint8array-extras|@tokenizer|@borewit|@tsoa|is-.*|postal-mime|cookie|openid-client|oauth4webapi|jose|@otplib|@scure|@noble|oauth2-mock-server|content-disposition';

const common = {
  // Names the cache of transformed files, which all projects share.
  id: 'server',
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  transform: { '^.+\\.ts$': swc(true), '^.+\\.m?js$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
};

/** In workers that keep what they have loaded from one spec file to the next. */
const warm = { ...common, testEnvironment: '<rootDir>/test/support/jest/environment.cjs' };

/** On a PostgreSQL of the run's own. */
const onPostgres = {
  ...warm,
  setupFiles: ['<rootDir>/test/support/database-pool.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  // For a busy machine: what matters in time says so itself.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  // A kept module graph takes 250 MB; what is above it is garbage or a leak.
  workerIdleMemoryLimit: '800MB',
  projects: [
    { ...warm, displayName: 'unit', testMatch: ['<rootDir>/{src,bench}/**/*.spec.ts'] },
    {
      ...onPostgres,
      displayName: 'medium',
      testMatch: ['<rootDir>/test/medium/**/*.medium-spec.ts'],
    },
    {
      ...onPostgres,
      displayName: 'contract',
      testMatch: ['<rootDir>/test/contract/**/*.contract-spec.ts'],
    },
    { ...common, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'] },
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.browser-spec.ts'],
    },
    { ...common, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'] },
    {
      ...onPostgres,
      displayName: 'soak',
      testMatch: ['<rootDir>/test/soak/**/*.soak-spec.ts'],
    },
    {
      ...common,
      displayName: 'rehearsal',
      testMatch: ['<rootDir>/test/rehearsal/failover.rehearsal-spec.ts'],
    },
    {
      ...onPostgres,
      displayName: 'restart-rehearsal',
      testMatch: ['<rootDir>/test/rehearsal/restart.rehearsal-spec.ts'],
    },
  ],
};
