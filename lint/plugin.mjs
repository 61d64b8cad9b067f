import layers from './web-layers.mjs';

/** Colours live in web/src/theme: others use its tokens. */
const colours = {
  create: (context) => ({
    Literal(node) {
      if (typeof node.value === 'string' && /^#[0-9a-f]{3,8}$/i.test(node.value))
        context.report({ node, message: 'Colours live in web/src/theme: use a token.' });
    },
  }),
};

const testNames = {
  create: (context) => ({
    CallExpression({ callee, arguments: [name] }) {
      if (!/^(it|test|describe)$/.test(callee.name) || name?.type !== 'Literal') return;
      if (/^\s*$/.test(String(name.value)))
        context.report({ node: name, message: 'Say what should happen.' });
    },
  }),
};

export default {
  meta: { name: 'shop' },
  rules: { layers, colours, 'test-names': testNames },
};
