import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import webLayers from './eslint/web-layers.mjs';

const NO_ENVIRONMENT = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only src/config reads the environment: inject AppConfig.',
};
const NO_EMPTY_TEST_NAME = {
  selector:
    'CallExpression[callee.name=/^(it|test|describe)$/] > Literal.arguments:first-child[value=/^\\s*$/]',
  message: 'Say what should happen.',
};
const NO_HEX_COLOUR = {
  selector: 'Literal[value=/^#[0-9a-f]{3,8}$/i]',
  message: 'Colours live in web/src/theme: use a token.',
};
const STATIC_ANTD = ['message', 'Modal', 'notification'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.data/**',
      'coverage/**',
      'web/public/**',
      'web/src/api/generated/**',
      'clients/typescript/src/generated/**',
      'bench/results/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  // A control character in a pattern is there to refuse it.
  { rules: { 'no-control-regex': 'off' } },

  // TypeScript, with types: what a promise or a union does wrong shows only there.
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        project: './tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          caughtErrorsIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
      'no-restricted-syntax': ['error', NO_EMPTY_TEST_NAME],
    },
  },
  // One project per file: with a list, the parser loads the server's types for each file of the web app too.
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    languageOptions: { parserOptions: { project: './web/tsconfig.json' } },
  },
  { files: ['src/database/migrations/**'], rules: { 'max-lines': 'off' } },

  // The server.
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.spec.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_ENVIRONMENT, NO_EMPTY_TEST_NAME],
    },
  },
  {
    files: ['src/config/**/*.ts', 'src/embedded.ts', 'src/embedded/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_EMPTY_TEST_NAME] },
  },
  {
    files: ['src/{main,worker,gateway,cli,embedded}.ts', 'src/embedded/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/**/*.service.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^@nestjs/common$',
              importNamePattern: 'Exception$',
              message: 'A service knows no HTTP: throw a DomainError from x.errors.ts.',
            },
          ],
        },
      ],
    },
  },

  // The web app.
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, web: { rules: { layers: webLayers } } },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'web/layers': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_EMPTY_TEST_NAME, NO_HEX_COLOUR],
      'no-restricted-properties': [
        'error',
        {
          object: 'crypto',
          property: 'randomUUID',
          message: 'Missing where the page came by plain http: use randomCode().',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'antd',
              importNames: STATIC_ANTD,
              message: 'The static ones ignore the theme: App.useApp() has them.',
            },
          ],
          patterns: [
            {
              group: STATIC_ANTD.map((name) => `antd/{es,lib}/${name.toLowerCase()}`),
              message: 'The static ones ignore the theme: App.useApp() has them.',
            },
          ],
        },
      ],
    },
  },
  {
    files: [
      'web/src/theme/**',
      // Google prescribes the colours of its mark.
      'web/src/features/auth/google-button.tsx',
      'web/src/**/*.test.{ts,tsx}',
      'web/src/testing/**',
    ],
    rules: { 'no-restricted-syntax': ['error', NO_EMPTY_TEST_NAME] },
  },
  // What renders the whole app for a test stands above all layers.
  {
    files: ['web/src/**/*.test.{ts,tsx}', 'web/src/testing/**'],
    rules: { 'web/layers': 'off' },
  },

  // Tests may look at the environment and let a rejected promise be the assertion.
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts', 'web/src/**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', NO_EMPTY_TEST_NAME] },
  },

  // Plain scripts and configuration.
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['process', 'console', 'Buffer', 'URL', 'URLSearchParams', 'fetch', 'performance'],
          ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
          ...['AbortSignal', 'AbortController', 'TextDecoder', 'TextEncoder', 'structuredClone'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
  },
  // The check before a commit looks at a few files and has no time for the types of all others.
  process.env.LINT_WITHOUT_TYPES === 'true' ? tseslint.configs.disableTypeChecked : {},
  prettier,
);
