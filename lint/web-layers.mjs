import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const webSource = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web', 'src');

/** Folder of web/src → the folders it may import. `features` means: its own feature only. */
const MAY_IMPORT = {
  lib: ['lib'],
  theme: ['theme', 'lib'],
  components: ['components', 'theme', 'lib'],
  api: ['api', 'lib'],
  features: ['features', 'components', 'api', 'theme', 'lib'],
};

const pathOf = (file) => {
  const parts = relative(webSource, file).split(sep);
  return { layer: parts[0], feature: parts[0] === 'features' ? parts[1] : undefined };
};

/** Imports go lib, components, api → features → app, and no feature imports another. */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      layer: '{{from}} must not import {{to}}.',
      feature: 'The feature {{from}} must not import the feature {{to}}.',
    },
  },
  create(context) {
    const from = pathOf(context.filename);
    const allowed = MAY_IMPORT[from.layer];
    if (!allowed) return {};
    const check = (source) => {
      const name = source?.value;
      if (typeof name !== 'string') return;
      const file = name.startsWith('@/')
        ? join(webSource, name.slice(2))
        : name.startsWith('.') && join(dirname(context.filename), name);
      if (!file) return;
      const to = pathOf(file);
      if (!allowed.includes(to.layer))
        context.report({
          node: source,
          messageId: 'layer',
          data: { from: from.layer, to: to.layer },
        });
      else if (to.feature !== from.feature && to.layer === 'features')
        context.report({
          node: source,
          messageId: 'feature',
          data: { from: from.feature, to: to.feature },
        });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
    };
  },
};
