import { cutQuote, isAutomatic } from './inbound-mail.service';

describe('cutQuote', () => {
  it.each([
    ['> lines', 'Yes.\r\n\r\n> Old\r\n> text'],
    ['Gmail', 'Yes.\n\nOn Mon, 23 Nov 2026 at 10:00, Bola <b@shop.example> wrote:\n> Old'],
    [
      'Gmail in two lines',
      'Yes.\n\nOn Mon, 23 Nov 2026 at 10:00, Bola from the shop\n<b@shop.example> wrote:\nOld',
    ],
    ['Outlook', 'Yes.\n\n________________________________\nFrom: Bola\nSent: Monday\nOld'],
    ['Outlook on the web', 'Yes.\n\nFrom: Bola <b@shop.example>\nSent: Monday\nOld'],
    ['an original message', 'Yes.\n-----Original Message-----\nOld'],
    ['a signature', 'Yes.\n-- \nAda Obi\nObi Data Ltd'],
    ['French', 'Yes.\nLe lun. 23 nov. 2026, Bola a écrit :\n> Old'],
  ])('should cut what %s begins', (_what, text) => expect(cutQuote(text)).toBe('Yes.'));

  it('should keep the whole of a text without a quote', () =>
    expect(cutQuote('One\n\nFrom here on it fails.\nOn Monday too')).toBe(
      'One\n\nFrom here on it fails.\nOn Monday too',
    ));
});

describe('isAutomatic', () => {
  const of = (headers: Record<string, string>, from = 'ada@example.com') =>
    isAutomatic(new Map(Object.entries(headers)), from);

  it('should let people through, and no programs', () => {
    expect(of({})).toBe(false);
    expect(of({ 'auto-submitted': 'no', precedence: 'first-class' })).toBe(false);
    expect(of({ 'auto-submitted': 'auto-generated' })).toBe(true);
    expect(of({ precedence: 'Bulk' })).toBe(true);
    expect(of({ 'return-path': '<>' })).toBe(true);
    expect(of({}, 'no-reply@example.com')).toBe(true);
  });
});
