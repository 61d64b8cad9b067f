import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const nameOf = (callee) =>
  callee.type === 'MemberExpression'
    ? `${nameOf(callee.object)}.${callee.property.name}`
    : callee.type === 'ThisExpression'
      ? 'this'
      : callee.name;

const REASONS = [
  [/^this\.logger\./, 'What a log line says is for people; no code depends on it.'],
  [/^crashPoint$/, 'Processes are killed there by the tests in test/e2e.'],
];

/** Calls whose arguments hold no rule, so that changing them tells nothing about the tests. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'without-rules', {
    shouldIgnore(path) {
      if (!path.isCallExpression()) return undefined;
      const name = nameOf(path.node.callee);
      return REASONS.find(([pattern]) => pattern.test(name))?.[1];
    },
  }),
];
