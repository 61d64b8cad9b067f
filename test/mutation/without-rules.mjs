import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const nameOf = (callee) =>
  callee.type === 'MemberExpression'
    ? `${nameOf(callee.object)}.${callee.property.name}`
    : callee.type === 'ThisExpression'
      ? 'this'
      : callee.name;

const LOGGED = 'No code depends on the text of a log line.';
const STOPPED = 'Crash point used by test/e2e.';

const isCall = (node, pattern) =>
  node.type === 'CallExpression' && pattern.test(nameOf(node.callee));
/** Whether a block or statement contains only log calls. */
const onlyLogs = (node) =>
  node.type === 'BlockStatement'
    ? node.body.length > 0 && node.body.every(onlyLogs)
    : node.type === 'ExpressionStatement' && isCall(node.expression, /^this\.logger\./);

/** Excludes log calls and crash points from mutation. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'without-rules', {
    shouldIgnore({ node }) {
      if (isCall(node, /^crashPoint$/)) return STOPPED;
      if (isCall(node, /^this\.logger\./) || onlyLogs(node)) return LOGGED;
      return node.type === 'IfStatement' && !node.alternate && onlyLogs(node.consequent)
        ? LOGGED
        : undefined;
    },
  }),
];
