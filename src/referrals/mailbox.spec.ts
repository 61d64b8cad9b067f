import { toMailbox } from './promotions.service';

describe('toMailbox', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['A.d.a+shop@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['a.da+2@outlook.com', 'a.da@outlook.com'],
    ['ada+coupon+2@icloud.com', 'ada@icloud.com'],
    ['ada+sales@example.com', 'ada+sales@example.com'],
    ['+234@proton.me', '+234@proton.me'],
  ])('should read %s as %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox);
  });
});
