import { ProxyError } from '../proxy-error';
import type { RequestHead } from './request-head';

const SECRET = /^(proxy-authorization|authorization|cookie)$/;

/**
 * The answer to TRACE and OPTIONS that no further recipient may answer (RFC 9110 §7.6.2).
 * @param connection fields about the connection, one a line.
 * @throws ProxyError BAD_REQUEST
 */
export function formatOwnAnswer(head: RequestHead, connection: string): Buffer {
  if (head.hasBody) throw new ProxyError('BAD_REQUEST', 'This request may not have a body.');
  const isTrace = head.method === 'TRACE';
  const body = isTrace ? withoutSecrets(head) : '';
  return Buffer.from(
    `HTTP/1.1 200 OK\r\n${isTrace ? 'Content-Type: message/http\r\n' : ''}` +
      `Content-Length: ${body.length}\r\n${connection}\r\n${body}`,
    'latin1',
  );
}

/** The request as it arrived (RFC 9110 §9.3.8). */
function withoutSecrets({ text, names, raw }: RequestHead): string {
  const line = text.slice(0, text.indexOf('\r\n') + 2);
  const fields = names.map((name, i) =>
    SECRET.test(name) ? '' : `${raw[2 * i]}: ${raw[2 * i + 1]}\r\n`,
  );
  return `${line}${fields.join('')}\r\n`;
}
