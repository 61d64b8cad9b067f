const swc = [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

module.exports = {
  testEnvironment: '<rootDir>/src/testing/dom-environment.cjs',
  runtime: '<rootDir>/../test/support/jest/runtime.cjs',
  // For a busy machine: what matters in time says so itself.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/../test/support/jest/sequencer.cjs',
  workerIdleMemoryLimit: '800MB',
  testEnvironmentOptions: { url: 'http://localhost/' },
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  transform: { '^.+\\.(tsx?|m?js)$': swc },
  transformIgnorePatterns: ['/node_modules/(?!@ant-design/)'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/src/testing/css-module.cjs',
    '\\.css$': '<rootDir>/src/testing/empty.cjs',
    '^virtual:articles$': '<rootDir>/src/testing/articles.ts',
    '^@/(.*)$': '<rootDir>/src/$1',
  },
};
