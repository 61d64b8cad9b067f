import type { Letter, NewMail } from './mail.types';

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

/** Lays a letter out as text and as HTML; both say the same. Everything in it is escaped. */
export function layOut(letter: Letter, siteName: string, siteUrl: string): Omit<NewMail, 'to'> {
  return {
    subject: letter.subject,
    text: asText(letter, siteName, siteUrl),
    html: asHtml(letter, siteName, siteUrl),
  };
}

function asText(letter: Letter, siteName: string, siteUrl: string): string {
  const blocks = [letter.heading, ...letter.paragraphs];
  if (letter.code) blocks.push(letter.code);
  if (letter.action) blocks.push(`${letter.action.label}:\n${letter.action.url}`);
  blocks.push(letter.closing, `${siteName}\n${siteUrl}`);
  return `${blocks.join('\n\n')}\n`;
}

function asHtml(letter: Letter, siteName: string, siteUrl: string): string {
  const paragraph = (text: string, style = 'margin:0 0 16px') =>
    `<p style="${style}">${escapeHtml(text)}</p>`;
  const body = [
    `<h1 style="${STYLE.heading}">${escapeHtml(letter.heading)}</h1>`,
    ...letter.paragraphs.map((text) => paragraph(text)),
  ];
  if (letter.code) body.push(paragraph(letter.code, STYLE.code));
  if (letter.action) {
    const url = escapeHtml(letter.action.url);
    body.push(
      `<p style="margin:24px 0"><a href="${url}" style="${STYLE.button}">${escapeHtml(letter.action.label)}</a></p>`,
      `<p style="${STYLE.small}">If the button does not work, open this address: ${url}</p>`,
    );
  }
  body.push(paragraph(letter.closing, STYLE.small));
  body.push(
    `<p style="${STYLE.small}"><a href="${escapeHtml(siteUrl)}" style="color:#0f6b3f">${escapeHtml(siteName)}</a></p>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="${STYLE.page}"><div style="${STYLE.card}">
${body.join('\n')}
</div></body>
</html>
`;
}
