/** Trusted markup, inserted unescaped. */
export class Html {
  constructor(readonly markup: string) {}
  toString(): string {
    return this.markup;
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const insert = (value: unknown): string => {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(insert).join('');
  return value === null || value === undefined ? '' : escapeHtml(String(value));
};

/** Builds markup; every value put into it is escaped unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(String.raw({ raw: parts.map((part) => part) }, ...values.map(insert)));

const STYLE = `
  :root { color-scheme: light dark; --ink:#17211b; --paper:#f6f7f6; --card:#fff; --line:#d5dbd7; --accent:#0f6b3f; --soft:#55615a; }
  @media (prefers-color-scheme: dark) { :root { --ink:#e8ece9; --paper:#121614; --card:#1b211e; --line:#39423d; --accent:#3f9e6c; --soft:#a3aea7; } }
  * { box-sizing: border-box; }
  body { margin:0; padding:24px 16px 64px; font:16px/1.5 system-ui,sans-serif; color:var(--ink); background:var(--paper); }
  main { max-width:720px; margin:0 auto; }
  .card { background:var(--card); border:1px solid var(--line); border-radius:8px; padding:20px; margin:0 0 16px; }
  .notice { border-left:4px solid #b26a00; }
  h1 { font-size:22px; margin:0 0 12px; } h2 { font-size:17px; margin:0 0 4px; overflow-wrap:anywhere; }
  dl { display:grid; grid-template-columns:auto 1fr; gap:4px 16px; margin:0; } dt { color:var(--soft); } dd { margin:0; overflow-wrap:anywhere; }
  .amount { font-size:36px; font-weight:600; font-variant-numeric:tabular-nums; margin:0 0 12px; }
  .soft { color:var(--soft); } pre { white-space:pre-wrap; overflow-wrap:anywhere; font:14px/1.5 ui-monospace,monospace; }
  label { display:block; margin:16px 0 0; color:var(--soft); }
  select { display:block; width:100%; min-height:48px; margin:4px 0 0; padding:0 12px; font:inherit; border-radius:8px; border:1px solid var(--line); background:var(--card); color:var(--ink); text-transform:capitalize; }
  button { display:block; width:100%; min-height:48px; margin:12px 0 0; font:inherit; font-weight:600; border-radius:8px; border:1px solid var(--line); background:var(--card); color:var(--ink); cursor:pointer; }
  button.primary { background:#0f6b3f; border-color:#0f6b3f; color:#fff; }
  button:focus-visible, a:focus-visible, summary:focus-visible { outline:3px solid var(--accent); outline-offset:2px; }
  a { color:var(--accent); } iframe { width:100%; height:420px; border:1px solid var(--line); border-radius:8px; background:#fff; }
`;

/** A whole page without scripts. */
export const page = (title: string, body: Html): string =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.markup
  }`;

/** @param formTargets additional origins that a form submission may redirect to. */
export const toContentSecurityPolicy = (formTargets: readonly string[] = []): string =>
  [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    `img-src data:`,
    `frame-src 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
  ].join('; ');
