import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const nameOf = (callee) =>
  callee.type === 'MemberExpression'
    ? `${nameOf(callee.object)}.${callee.property.name}`
    : callee.type === 'ThisExpression'
      ? 'this'
      : callee.name;

const LOGGED = 'What a log line says is for people; no code depends on it.';
const STOPPED = 'Processes are killed there by the tests in test/e2e.';

const isCall = (node, pattern) =>
  node.type === 'CallExpression' && pattern.test(nameOf(node.callee));
/** Whether nothing but log lines hangs on a block or a statement. */
const onlyLogs = (node) =>
  node.type === 'BlockStatement'
    ? node.body.length > 0 && node.body.every(onlyLogs)
    : node.type === 'ExpressionStatement' && isCall(node.expression, /^this\.logger\./);

/** Leaves alone what holds no rule, so that changing it tells nothing about the tests. */
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
