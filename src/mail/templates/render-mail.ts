import type { MailContent, NewMail } from '../mail.types';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const STYLE = {
  page: 'margin:0;padding:24px;background:#f6f7f6;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1b1f1d',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3e0;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:20px;font-weight:600',
  code: 'margin:24px 0;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px',
  button:
    'display:inline-block;padding:12px 20px;background:#0f6b3f;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  small: 'margin:16px 0 0;font-size:13px;color:#5a635e;word-break:break-all',
};

/** Renders the same content as text and as HTML. All values are escaped in HTML. */
export function renderMail(
  content: MailContent,
  siteName: string,
  siteUrl: string,
): Omit<NewMail, 'to'> {
  return {
    subject: content.subject,
    text: renderText(content, siteName, siteUrl),
    html: renderHtml(content, siteName, siteUrl),
  };
}

function renderText(content: MailContent, siteName: string, siteUrl: string): string {
  const blocks = [content.heading, ...content.paragraphs];
  if (content.code) blocks.push(content.code);
  if (content.action) blocks.push(`${content.action.label}:\n${content.action.url}`);
  blocks.push(content.closing, `${siteName}\n${siteUrl}`);
  return `${blocks.join('\n\n')}\n`;
}

function renderHtml(content: MailContent, siteName: string, siteUrl: string): string {
  const paragraph = (text: string, style = 'margin:0 0 16px') =>
    `<p style="${style}">${escapeHtml(text)}</p>`;
  const body = [
    `<h1 style="${STYLE.heading}">${escapeHtml(content.heading)}</h1>`,
    ...content.paragraphs.map((text) => paragraph(text)),
  ];
  if (content.code) body.push(paragraph(content.code, STYLE.code));
  if (content.action) {
    const url = escapeHtml(content.action.url);
    body.push(
      `<p style="margin:24px 0"><a href="${url}" style="${STYLE.button}">${escapeHtml(content.action.label)}</a></p>`,
      `<p style="${STYLE.small}">If the button does not work, open this link: ${url}</p>`,
    );
  }
  body.push(paragraph(content.closing, STYLE.small));
  body.push(
    `<p style="${STYLE.small}"><a href="${escapeHtml(siteUrl)}" style="color:#0f6b3f">${escapeHtml(siteName)}</a></p>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>
<body style="${STYLE.page}"><div style="${STYLE.card}">
${body.join('\n')}
</div></body>
</html>
`;
}
