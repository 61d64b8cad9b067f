import type { EncryptedColumn } from '../database/key-rotation';

export const mailContext = (recipient: string): string => `mail:${recipient}`;

export const ENCRYPTED_MAILS: EncryptedColumn = {
  what: 'mails',
  table: 'mail_message',
  column: 'body',
  key: ['id'],
  reads: ['recipient'],
  context: ({ recipient }) => mailContext(String(recipient)),
};
