import { extractStyle } from '@ant-design/static-style-extract';
import * as antd from 'antd';
import { createElement } from 'react';
import type { Plugin } from 'vite';
import { buildTheme } from '../src/theme/antd-theme';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Call {
  readonly type: 'CallExpression';
  readonly callee: { readonly name?: string };
  readonly arguments: readonly [name: Range, rules: Range];
}

const STYLE_MODULE = /node_modules\/antd\/es\/([a-z-]+)\/style\//;
/** Rules with CSS variables of Ant Design, by the key of our theme. */
const VALUES = /\.app\b[^{}]*\{[^{}]*\}/g;
/** Rules that only another theme needs: of pagination with the token "wireframe". */
const LEFT_OUT = 'Pagination-bordered';
/** Calls that make the hook of a component: (name or names, function that writes its rules, …). */
const MAKES_HOOK = /^gen(StyleHooks|ComponentStyleHook|SubStyleComponent)$/;

/**
 * Writes the rules of Ant Design into a style sheet, so that the browser neither loads the code that
 * writes them (a tenth of a page) nor runs it (a quarter of the time of a first render). The values
 * are CSS variables, which the app sets for its theme.
 */
export function antdStyles(): Plugin {
  const hooks = new Map<string, string[]>();
  let file = '';
  return {
    name: 'antd-styles',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!STYLE_MODULE.test(id)) return null;
      const calls = findHooks(this.parse(code));
      hooks.set(
        id,
        calls.map(({ arguments: [name] }) => getHookName(code.slice(name.start, name.end))),
      );
      const withoutRules = calls.reduce((rest, { arguments: [, { start, end }] }) => {
        // Of the same length: the positions of the other calls stay.
        return rest.slice(0, start) + 'null'.padEnd(end - start) + rest.slice(end);
      }, code);
      return { code: withoutRules, map: null };
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds.filter((id) => STYLE_MODULE.test(id)) : [],
      );
      const { css, names } = writeRules(modules.map((id) => STYLE_MODULE.exec(id)![1]!));
      const missing = modules
        .flatMap((id) => hooks.get(id)!)
        .filter((name) => name !== LEFT_OUT && !names.has(name));
      if (missing.length > 0) this.error(`No rules of Ant Design for ${missing.join(', ')}.`);
      file = this.getFileName(this.emitFile({ type: 'asset', name: 'antd.css', source: css }));
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // Before the app's own rules, which override these. As a style sheet it would hold up the shell and the
        // first requests of the page.
        {
          tag: 'link',
          attrs: { 'data-antd': true, rel: 'preload', as: 'style', href: `/${file}` },
        },
      ],
    },
  };
}

/** All calls that make a hook in a syntax tree. */
function findHooks(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const call = node as Partial<Call>;
  const isHook = call.type === 'CallExpression' && MAKES_HOOK.test(call.callee?.name ?? '');
  return isHook ? [call as Call] : Object.values(node).flatMap(findHooks);
}

/** As in the cache of styles: 'Button-Button', or 'Modal-confirm' for a part. */
function getHookName(source: string): string {
  const [component, part = component] = source.match(/[\w-]+/g)!;
  return `${component}-${part}`;
}

/** The rules of the components in these folders, and which hooks wrote them. */
function writeRules(folders: readonly string[]): { css: string; names: ReadonlySet<string> } {
  const exported = new Map(Object.keys(antd).map((name) => [name.toLowerCase(), name]));
  const includes = [...new Set(folders)].flatMap((folder) =>
    folder === 'grid' ? ['Row', 'Col'] : (exported.get(folder.replaceAll('-', '')) ?? []),
  );
  const extracted = extractStyle({
    includes,
    customTheme: (node) =>
      createElement(
        antd.ConfigProvider,
        { theme: { ...buildTheme('light'), zeroRuntime: false } },
        node,
        createElement(antd.Form.Item),
      ),
  });
  // The end names what the style sheet has: "Button-Button|ant-btn|anticon:hash;…".
  const end = extracted.indexOf('.data-ant-cssinjs-cache-path');
  const names = [...extracted.slice(end).matchAll(/([\w-]+)\|ant-/g)].map(([, name]) => name!);
  // Without the values of this theme: the app writes those of the theme in use.
  const css = extracted.slice(0, end).replace(VALUES, '');
  return { css, names: new Set(names) };
}
