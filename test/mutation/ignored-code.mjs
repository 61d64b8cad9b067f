import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const toCalleeName = (callee) =>
  callee.type === 'MemberExpression'
    ? `${toCalleeName(callee.object)}.${callee.property.name}`
    : callee.type === 'ThisExpression'
      ? 'this'
      : callee.name;

const LOG_CALL = 'No code depends on the text of a log line.';
const CRASH_POINT = 'Crash point used by test/e2e.';

const isCall = (node, pattern) =>
  node.type === 'CallExpression' && pattern.test(toCalleeName(node.callee));
/** Whether a block or statement contains only log calls. */
const onlyLogs = (node) =>
  node.type === 'BlockStatement'
    ? node.body.length > 0 && node.body.every(onlyLogs)
    : node.type === 'ExpressionStatement' && isCall(node.expression, /^this\.(log|logger)\./);

/** Excludes log calls and crash points from mutation. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'ignored-code', {
    shouldIgnore({ node }) {
      if (isCall(node, /^crashPoint$/)) return CRASH_POINT;
      if (isCall(node, /^this\.(log|logger)\./) || onlyLogs(node)) return LOG_CALL;
      return node.type === 'IfStatement' && !node.alternate && onlyLogs(node.consequent)
        ? LOG_CALL
        : undefined;
    },
  }),
];
