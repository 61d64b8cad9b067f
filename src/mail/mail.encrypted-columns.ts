import type { EncryptedColumn } from '../database/key-rotation';

export const mailContext = (recipient: string): string => `mail:${recipient}`;

const ofMails = (what: string, column: 'body' | 'content'): EncryptedColumn => ({
  what,
  table: 'mail_message',
  column,
  key: ['id'],
  reads: ['recipient'],
  context: ({ recipient }) => mailContext(String(recipient)),
});

export const ENCRYPTED_MAILS = ofMails('mails', 'body');
export const ENCRYPTED_MAIL_CONTENTS = ofMails('contents of mails', 'content');
