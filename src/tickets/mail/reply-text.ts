/** Where the text of the author ends and the mail that is answered begins, as the usual mail programs write it. */
const QUOTE_STARTS = [
  /^>/,
  /^On .{5,200}(wrote|said):\s*$/i,
  /^(Le|El|Am|Il) .{5,200}(écrit|escribió|schrieb|scritto)\s?:\s*$/i,
  /^-{2,}\s*(Original Message|Forwarded message|Reply above this line)/i,
  /^_{10,}\s*$/,
  /^(From|Sent|De|Von):\s.+/,
  /^-- ?$/,
];

/** What a person wrote in an answer, without the quoted mail and the signature. */
export function cutQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const start = lines.findIndex((line, index) => {
    // "On Monday, Bola\n<b@example.com> wrote:" in two lines.
    const joined = `${line} ${lines[index + 1] ?? ''}`;
    return QUOTE_STARTS.some((quote) => quote.test(line)) || QUOTE_STARTS[1]!.test(joined);
  });
  return (start < 0 ? lines : lines.slice(0, start)).join('\n').trim();
}

export type MailHeaders = ReadonlyMap<string, string>;

/** Mails of programs: automatic answers, lists and reports of failures, which would answer each other for ever. */
export function isAutomatic(headers: MailHeaders, from: string): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase();
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|junk|list|auto_reply)$/i.test(headers.get('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe', 'x-loop'].some((name) =>
      headers.has(name),
    ) ||
    headers.get('return-path')?.trim() === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply|bounces?)\b/i.test(from)
  );
}
