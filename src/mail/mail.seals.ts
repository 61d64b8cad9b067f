import type { SealedColumn } from '../database/sealed-column';

export const mailContext = (recipient: string): string => `mail:${recipient}`;

export const SEALED_MAILS: SealedColumn = {
  what: 'mails',
  table: 'mail_message',
  column: 'body',
  key: ['id'],
  reads: ['recipient'],
  context: ({ recipient }) => mailContext(String(recipient)),
};
