import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

/** @type {readonly ('help' | 'docs')[]} */
export const SECTIONS = ['help', 'docs'];

const folderOf = (section) => fileURLToPath(new URL(`../content/${section}/`, import.meta.url));

const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');

function createRenderer() {
  const renderer = new MarkdownIt();
  renderer.core.ruler.push('anchors', ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      if (token.type === 'heading_open') token.attrSet('id', toAnchor(tokens[index + 1].content));
  });
  // What scrolls sideways on a phone has to be reached with the keyboard.
  renderer.renderer.rules.fence = (tokens, index) =>
    `<pre tabindex="0"><code>${renderer.utils.escapeHtml(tokens[index].content)}</code></pre>\n`;
  renderer.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  renderer.renderer.rules.table_close = () => '</table></div>\n';
  return renderer;
}

const toText = (html) =>
  html
    .replace(/<\/?(a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The articles of web/content, in the order of their file names. */
export function readArticles() {
  const renderer = createRenderer();
  return SECTIONS.flatMap((section) =>
    readdirSync(folderOf(section))
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => {
        const source = readFileSync(folderOf(section) + file, 'utf8');
        const [, title, markdown] = /^# (.+)\n([^]*)$/.exec(source);
        const html = renderer.render(markdown);
        const summary = toText(/<p>([^]*?)<\/p>/.exec(html)?.[1] ?? '');
        const slug = file.replace(/^\d+-|\.md$/g, '');
        return { section, slug, title, summary, source, html, text: toText(html) };
      }),
  );
}
