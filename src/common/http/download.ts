import { StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Readable } from 'node:stream';

/** A file that a client downloads. */
export interface Download {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer | string | Readable;
}

/** Documents an operation that returns a file of one of these media types. */
export const ApiFile = (description: string, ...types: string[]) =>
  ApiOkResponse({
    description,
    content: Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  });

export function toDownload({ name, type, content }: Download): StreamableFile {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const disposition = `attachment; filename="${name}"`;
  return Buffer.isBuffer(body)
    ? new StreamableFile(body, { type, disposition, length: body.length })
    : new StreamableFile(body, { type, disposition });
}
