import { GROUPS } from './groups.mjs';

const group = GROUPS[process.env.MUTATION_GROUP];

/** One group at a time, named by scripts/mutation.mjs. */
export default {
  packageManager: 'npm',
  plugins: [import.meta.resolve('./test-runner.mjs'), import.meta.resolve('./ignored-code.mjs')],
  testRunner: 'specs',
  testRunnerNodeArgs: ['--max-old-space-size=2048'],
  mutate: group.mutate,
  ignorers: ['ignored-code'],
  ignorePatterns: [
    'web',
    'dist',
    '.data',
    'docs',
    'docker',
    'openapi',
    'bench',
    'test/mutation/node_modules',
  ],
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 90_000,
  timeoutFactor: 3,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  jsonReporter: { fileName: `test-results/mutation-${process.env.MUTATION_GROUP}.json` },
  thresholds: { high: 90, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
  disableTypeChecks: '{src,test}/**/*.{js,ts}',
};
