import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { ResetCodeStep } from './reset-code-step';

const VERIFY = 'POST /auth/verify-reset-token';

describe('ResetCodeStep', () => {
  const api = serveApi();

  beforeEach(() => api.on(VERIFY, ok(undefined, 'Accepted.')));

  const box = (digit: number) => screen.getByLabelText(`OTP Input ${digit}`);
  const digits = () =>
    [1, 2, 3, 4, 5, 6].map((digit) => (box(digit) as HTMLInputElement).value).join('');

  async function open() {
    renderAt(
      <ResetCodeStep
        email="ada@example.com"
        resendSeconds={60}
        onResent={jest.fn()}
        onAccepted={jest.fn()}
      />,
    );
    await person.click(box(1));
  }

  it('moves the focus forward with every digit and accepts nothing else', async () => {
    await open();
    await person.keyboard('1a2');
    expect(box(3)).toHaveFocus();
    expect(digits()).toBe('12');
  });

  it('moves the focus back on backspace', async () => {
    await open();
    await person.keyboard('123');
    expect(box(4)).toHaveFocus();
    await person.keyboard('{Backspace}');
    expect(box(3)).toHaveFocus();
    await person.keyboard('{Backspace}');
    expect(digits()).toBe('12');
  });

  it.each(['', '99', '99999'])(
    'fills all boxes from a code that is pasted after "%s"',
    async (typed) => {
      await open();
      if (typed) await person.keyboard(typed);
      await person.paste('123 456');
      expect(digits()).toBe('123456');
      expect(box(6)).toHaveFocus();
      await person.keyboard('{Enter}');
      await waitFor(() =>
        expect(api.calls(VERIFY)[0]?.body).toEqual({ email: 'ada@example.com', token: '123456' }),
      );
    },
  );

  it.each(['１２３４５６', '۱۲۳۴۵۶', '١٢٣٤٥٦', '1\u200b2\u200b3\u200b4\u200b5\u200b6'])(
    'reads the digits of %s as they are typed',
    async (code) => {
      await open();
      await person.keyboard(code);
      expect(digits()).toBe('123456');
    },
  );

  it.each([
    '１２３４５６',
    '۱۲۳۴۵۶',
    '123–456',
    '\u200f1\u200b2\u200b3\u200b4\u200b5\u200b6\ufeff',
  ])('reads the digits of %s that are pasted', async (code) => {
    await open();
    await person.paste(code);
    expect(digits()).toBe('123456');
  });

  it('moves the focus to the first box when a rejected code is cleared', async () => {
    api.on(VERIFY, errorReply(422));
    await open();
    await person.keyboard('123456');
    await person.click(screen.getByRole('button', { name: 'Verify Code' }));
    await waitFor(() => expect(digits()).toBe(''));
    await waitFor(() => expect(box(1)).toHaveFocus());
  });
});
