import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformSettings } from '../../settings/settings.types';
import type { MailContent, NewMail } from '../mail.types';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Of the logo among the attachments: mail programs show it without a request, which would tell when a mail is read. */
const LOGO_ID = 'logo';

export const LOGO = {
  cid: LOGO_ID,
  filename: 'logo.png',
  content: readFileSync(join(__dirname, 'logo.png')),
  contentDisposition: 'inline',
} as const;

/** The same mail for a browser, which has no attachments. */
export const inlineLogo = (html: string): string =>
  html.replace(
    `src="cid:${LOGO_ID}"`,
    `src="data:image/png;base64,${LOGO.content.toString('base64')}"`,
  );

/** Whose mail it is. */
export type MailSite = Pick<
  PlatformSettings,
  'siteName' | 'invoiceSellerName' | 'invoiceSellerAddress' | 'invoiceSellerTin' | 'rcNumber'
> & { readonly url: string };

const ACCENT = '#0f6b3f';
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f6f7f6;font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1b1f1d',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe3e0;border-radius:8px',
  head: 'max-width:520px;margin:0 auto 16px;font-weight:600',
  brand: 'color:#1b1f1d;text-decoration:none',
  logo: 'vertical-align:middle;margin-right:8px;border:0',
  heading: 'margin:0 0 16px;font-size:20px;font-weight:600',
  text: 'margin:0 0 16px',
  facts: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px',
  label:
    'padding:8px 16px 8px 0;border-bottom:1px solid #dfe3e0;text-align:left;vertical-align:top;font-weight:400;color:#5a635e',
  value:
    'padding:8px 0;border-bottom:1px solid #dfe3e0;text-align:right;vertical-align:top;word-break:break-word',
  code: 'margin:24px 0;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px',
  action: 'margin:24px 0 16px',
  button: `display:inline-block;padding:12px 20px;background:${ACCENT};color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600`,
  link: `color:${ACCENT}`,
  closing:
    'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #dfe3e0;font-size:13px;color:#5a635e',
  foot: 'max-width:520px;margin:16px auto 0;font-size:13px;color:#5a635e',
};

/** Renders the same content as text and as HTML. All values are escaped in HTML. */
export function renderMail(content: MailContent, site: MailSite): Omit<NewMail, 'to'> {
  return {
    subject: content.subject,
    text: renderText(content, site),
    html: renderHtml(content, site),
  };
}

/** The company and its numbers, where the settings have them, a line each. */
const toCompany = (site: MailSite): string[] =>
  [
    site.invoiceSellerName,
    site.rcNumber && `RC ${site.rcNumber}`,
    site.invoiceSellerTin && `TIN ${site.invoiceSellerTin}`,
    site.invoiceSellerAddress.split('\n').join(', '),
  ].filter((line): line is string => Boolean(line));

function renderText(content: MailContent, site: MailSite): string {
  const { heading, paragraphs, facts, code, action, link, closing } = content;
  const blocks = [heading, ...paragraphs];
  if (facts) blocks.push(facts.map(([label, value]) => `${label}: ${value}`).join('\n'));
  if (code) blocks.push(code);
  for (const to of [action, link]) if (to) blocks.push(`${to.label}:\n${to.url}`);
  blocks.push(closing, [site.siteName, site.url, ...toCompany(site)].join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function renderHtml(content: MailContent, site: MailSite): string {
  const { subject, heading, paragraphs, facts, code, action, link, closing } = content;
  const anchor = (url: string, label: string, style = STYLE.link) =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  const paragraph = (html: string, style = STYLE.text) => `<p style="${style}">${html}</p>`;
  const body = [
    `<h1 style="${STYLE.heading}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
  ];
  if (facts) body.push(renderFacts(facts));
  if (code) body.push(paragraph(escapeHtml(code), STYLE.code));
  if (action) body.push(paragraph(anchor(action.url, action.label, STYLE.button), STYLE.action));
  if (link) body.push(paragraph(anchor(link.url, link.label)));
  body.push(paragraph(linkOwn(closing, site.url, anchor), STYLE.closing));
  const logo = `<img src="cid:${LOGO_ID}" width="32" height="32" alt="" style="${STYLE.logo}">`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLE.page}">
<div style="${STYLE.head}"><a href="${escapeHtml(site.url)}" style="${STYLE.brand}">${logo}${escapeHtml(site.siteName)}</a></div>
<div style="${STYLE.card}">
${body.join('\n')}
</div>
<div style="${STYLE.foot}">${toCompany(site).map(escapeHtml).join(' · ')}</div>
</body>
</html>
`;
}

const renderFacts = (facts: NonNullable<MailContent['facts']>): string =>
  `<table style="${STYLE.facts}">${facts
    .map(
      ([label, value]) =>
        `<tr><th scope="row" style="${STYLE.label}">${escapeHtml(label)}</th><td style="${STYLE.value}">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** Links the addresses of the site, but no others: a mail may quote what a stranger wrote. */
const linkOwn = (
  text: string,
  siteUrl: string,
  anchor: (url: string, label: string) => string,
): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part.startsWith(`${siteUrl}/`) ? anchor(part, part) : escapeHtml(part)))
    .join('');
