/** The modules of src and the modules that each may import. */
const INFRA = ['common', 'config', 'database', 'queue'];
const MODULES = {
  common: [],
  config: ['common'],
  database: ['common', 'config'],
  queue: ['common', 'config', 'database'],
  audit: ['common', 'database', 'queue'],
  settings: [...INFRA, 'audit'],
  mail: [...INFRA, 'settings'],
  wallet: [...INFRA, 'settings', 'audit'],
  users: [...INFRA, 'wallet', 'audit'],
  catalog: [...INFRA, 'settings', 'audit'],
  referrals: [...INFRA, 'users', 'wallet', 'settings', 'mail'],
  payments: [...INFRA, 'referrals', 'wallet', 'settings', 'audit', 'mail'],
  proxies: [...INFRA, 'wallet', 'catalog', 'referrals', 'settings', 'audit', 'mail'],
  auth: [
    ...[...INFRA, 'users', 'wallet', 'referrals', 'catalog', 'proxies'],
    ...['settings', 'audit', 'mail'],
  ],
  tickets: [...INFRA, 'users', 'audit'],
  notifications: [...INFRA, 'auth', 'users', 'wallet', 'proxies', 'tickets', 'audit', 'mail'],
  webhooks: [...INFRA, 'users', 'audit', 'mail'],
  account: [
    ...INFRA,
    'auth',
    'users',
    'wallet',
    'payments',
    'proxies',
    'referrals',
    'settings',
    'webhooks',
    'tickets',
    'notifications',
    'audit',
    'mail',
  ],
  admin: [
    ...[...INFRA, 'auth', 'users', 'wallet', 'payments', 'proxies'],
    ...['catalog', 'settings', 'audit', 'mail', 'webhooks', 'account', 'notifications'],
  ],
  gateway: ['common', 'config', 'database'],
  http: INFRA,
  sandbox: [...INFRA, 'mail'],
  commands: [
    ...[...INFRA, 'audit', 'settings', 'users', 'auth', 'wallet', 'catalog', 'proxies', 'mail'],
    ...['http', 'webhooks', 'admin', 'gateway', 'embedded'],
  ],
  embedded: [...INFRA, 'auth', 'users', 'catalog', 'settings', 'audit', 'wallet'],
};

/** Packages that only these modules may import, so that replacing one changes one folder. */
const SDKS = {
  bullmq: 'queue',
  '@nestjs/bullmq': 'queue',
  nodemailer: 'mail',
  zod: 'config',
  '@node-rs/argon2': 'auth',
  '@nestjs/jwt': 'auth',
  '@nestjs/passport': 'auth',
  'passport-jwt': 'auth',
  otplib: 'auth',
  'openid-client': 'auth',
  'i18n-iso-countries': 'catalog|embedded',
  pg: 'database|gateway|embedded',
  'prom-client': 'common/metrics|gateway|http|queue',
};

const SPEC = '\\.spec\\.ts$';
/** Commands do what no public file offers, such as to re-encrypt the columns of every module. */
const COMMANDS = '^src/commands/';
const ENTRY = '^src/(main|worker|gateway|embedded|cli)\\.ts$';
const alternatives = (names) => names.join('|');
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Public files of a module; all others are private. */
const VISIBLE = '\\.(module|service|errors|types|entity)\\.ts$';
const OPEN_MODULES = ['common', 'config', 'database', 'queue', 'http'];
const HIDDEN_FOLDERS = 'adapters|ports|dto|jobs';

const dag = Object.entries(MODULES).map(([module, allowed]) => ({
  name: `module-dag-${module}`,
  comment: `${module} may import ${allowed.join(', ') || 'nothing'}.`,
  severity: 'error',
  from: { path: `^src/${module}/`, pathNot: SPEC },
  to: { path: '^src/', pathNot: `^src/(${alternatives([module, ...allowed])})/` },
}));

/** Processors stand in the `x-jobs.module.ts` of their module. */
const jobs = (name) => (name === '@nestjs/bullmq' ? ['-jobs\\.module\\.ts$'] : []);

const sdks = Object.entries(SDKS).map(([name, home]) => ({
  name: `sdk-only-in-adapters-${name.replace(/\W+/g, '-').replace(/^-/, '')}`,
  comment: `${name} is used in ${home} only.`,
  severity: 'error',
  from: {
    path: '^src/',
    pathNot: [`^src/(${home})/`, '^src/gateway\\.ts$', ...jobs(name), SPEC],
  },
  to: { path: `^node_modules/(@types/)?${escaped(name)}/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Circular imports are allowed for types only.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every-module-is-listed',
      comment: 'A new folder in src must be listed in the table above.',
      severity: 'error',
      from: { path: '^src/.+/', pathNot: `^src/(${alternatives(Object.keys(MODULES))})/` },
      to: {},
    },
    {
      name: 'common-imports-nothing',
      severity: 'error',
      from: { path: '^src/common/', pathNot: SPEC },
      to: { path: '^src/(?!common/)' },
    },
    ...dag,
    {
      name: 'private-repositories-adapters-dto-jobs',
      comment:
        'The public API of a module is x.module, x.service, x.errors, x.types and entities as types.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: [SPEC, COMMANDS] },
      to: {
        path: '^src/',
        pathNot: ['^src/$1/', `^src/(${alternatives(OPEN_MODULES)})/`, VISIBLE],
      },
    },
    {
      name: 'private-folders',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: SPEC },
      to: {
        path: `/(${HIDDEN_FOLDERS})/`,
        pathNot: ['^src/$1/', '^node_modules/'],
      },
    },
    {
      name: 'entities-as-types',
      comment:
        'Rows of another module are read through its service; entities may be imported as types.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: [SPEC, COMMANDS] },
      to: {
        path: '\\.entity\\.ts$',
        pathNot: '^src/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'jobs-modules-in-the-worker',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/worker\\.module\\.ts$' },
      to: { path: '-jobs\\.module\\.ts$' },
    },
    {
      name: 'root-modules-import-public-files',
      comment: 'The root modules compose modules and bind ports, guards and interceptors.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.module\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          `^src/(${alternatives(OPEN_MODULES)})/`,
          '\\.module\\.ts$',
          '\\.(service|types|guard|interceptor)\\.ts$',
        ],
      },
    },
    {
      name: 'no-import-of-admin',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: ['^src/admin/', COMMANDS] },
      to: { path: '^src/admin/' },
    },
    {
      name: 'no-import-of-notifications',
      comment:
        'No module calls notifications: the worker queries what is due. A closed account has its inbox erased, and staff write of a compensation.',
      severity: 'error',
      from: {
        path: '^src/(?!notifications/|account/|admin/|(app|worker)\\.module\\.ts$)',
      },
      to: { path: '^src/notifications/' },
    },
    {
      name: 'no-import-of-sandbox',
      comment: 'Production code must not reach the simulators.',
      severity: 'error',
      from: { path: '^src/(?!sandbox/|app\\.module\\.ts$)', pathNot: SPEC },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'no-import-of-embedded',
      severity: 'error',
      from: { path: '^src/(?!embedded/|commands/|embedded\\.ts$|cli\\.ts$)', pathNot: SPEC },
      to: { path: '^src/embedded/' },
    },
    {
      name: 'no-import-of-composition-root',
      comment: 'The files in src compose the modules; no module imports them.',
      severity: 'error',
      from: { path: '^src/[^/]+/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'no-import-of-entry-points',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: ENTRY },
    },
    ...sdks,
    {
      name: 'no-test-code-at-run-time',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: ['^(test|bench|web)/', SPEC] },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm', 'npm-optional', 'type-only'],
      },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-unlisted-dependency',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
