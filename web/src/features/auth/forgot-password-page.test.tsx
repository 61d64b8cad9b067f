import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import type { InitialEntry } from 'react-router-dom';
import { serveApi } from '@/testing/api-server';
import { freezeClock, advanceClock } from '@/testing/clock';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import ForgotPasswordPage from './forgot-password-page';
import { ResetCodeStep } from './reset-code-step';

const SEND = 'POST /auth/forgot-password';

const VERIFY = 'POST /auth/verify-reset-token';

const RESET = 'POST /auth/reset-password';

const done = ok(undefined, 'Done.');

const email = 'ada@example.com';

describe('ForgotPasswordPage', () => {
  const api = serveApi();
  let router: ReturnType<typeof renderAt>['router'];

  const open = (address: InitialEntry = '/forgot-password') => {
    ({ router } = renderAt(<ForgotPasswordPage />, address));
  };
  beforeEach(() => {
    sessionStorage.clear();
    [SEND, VERIFY, RESET].forEach((route) => api.on(route, done));
    open();
  });

  const press = (name: string | RegExp) => person.click(screen.getByRole('button', { name }));
  const step = (at: number) => screen.findByRole('list', { name: `Step ${at} of 4` });
  const box = (digit: number) => screen.getByLabelText(`OTP Input ${digit}`);
  const typeCode = async (code = '123456') => {
    await person.click(box(1));
    await person.keyboard(code);
  };

  const toVerification = async () => {
    await person.type(screen.getByLabelText('Email address'), email);
    await press('Send Verification Code');
    await step(2);
  };
  const toNewPassword = async () => {
    await toVerification();
    await typeCode();
    await press('Verify Code');
    await step(3);
  };
  const submitPassword = async (password: string, again = password) => {
    if (password) await person.type(screen.getByLabelText('New password'), password);
    if (again) await person.type(screen.getByLabelText('Confirm password'), again);
    await press('Reset Password');
  };

  it('should go through four steps with four dots and confirm each', async () => {
    expect((await step(1)).children).toHaveLength(4);
    await toVerification();
    await typeCode();
    await press('Verify Code');
    await step(3);
    await submitPassword('a-new-password');
    await step(4);
    expect(openedMessages()).toEqual([
      'Verification code sent to your email',
      'Code verified successfully',
      'Password reset successfully',
    ]);
    expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth');
    expect(api.received.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      [SEND, { email }],
      [VERIFY, { email, token: '123456' }],
      [
        RESET,
        {
          email,
          token: '123456',
          password: 'a-new-password',
          password_confirmation: 'a-new-password',
        },
      ],
    ]);
  });

  it('should move the focus to the start of each step', async () => {
    await toVerification();
    await waitFor(() => expect(box(1)).toHaveFocus());
    await typeCode();
    await press('Verify Code');
    await step(3);
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus());
    await submitPassword('a-new-password');
    await step(4);
    const title = screen.getByRole('heading', { name: 'Password reset' });
    await waitFor(() => expect(title).toHaveFocus());
  });

  it('should go back one step at a time, and from the first to the sign-in', async () => {
    await toNewPassword();
    await press('Back');
    await step(2);
    await press('Back');
    await step(1);
    await press('Back');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  });

  /** Renders the page again at the same URL: what a reload does. */
  const reload = () => {
    const { pathname, search } = router.state.location;
    cleanup();
    open(pathname + search);
  };

  it('should keep the code step and the countdown over a reload, without the code', async () => {
    freezeClock();
    await toVerification();
    await typeCode('123');
    advanceClock(20_000);
    reload();
    await step(2);
    expect(screen.getByText(email)).toBeInTheDocument();
    expect(await resend('Resend code in 40s')).toBeDisabled();
    expect(box(1)).toHaveValue('');
    await typeCode();
    await press('Verify Code');
    await step(3);
    expect(api.calls(VERIFY)[0]?.body).toEqual({ email, token: '123456' });
    expect(JSON.stringify({ ...sessionStorage }) + window.location.href).not.toContain('123456');
  });

  it('should ask for the code again after a reload at the new password', async () => {
    await toNewPassword();
    reload();
    await step(2);
    expect(api.calls(SEND)).toHaveLength(1);
  });

  it('should follow Back and Forward of the browser', async () => {
    await toVerification();
    await act(() => router.navigate(-1));
    await step(1);
    expect(screen.getByLabelText('Email address')).toHaveValue(email);
    await act(() => router.navigate(1));
    await step(2);
    await typeCode();
    await press('Verify Code');
    await step(3);
    expect(api.calls(SEND)).toHaveLength(1);
  });

  it('should lead back to a code that is still valid, and no longer after ten minutes', async () => {
    freezeClock();
    await toVerification();
    await press('Back');
    await step(1);
    await press('I already have a code');
    await step(2);
    await press('Back');
    advanceClock(10 * 60_000);
    reload();
    await step(1);
    expect(screen.queryByRole('button', { name: 'I already have a code' })).toBeNull();
  });

  it('should start at the email when no code was requested in this tab', async () => {
    cleanup();
    open('/forgot-password?step=verification');
    await step(1);
  });

  it('should take over the email from the sign-in and pass it back', async () => {
    cleanup();
    open({ pathname: '/forgot-password', state: { email } });
    await press('Send Verification Code');
    await step(2);
    await typeCode();
    await press('Verify Code');
    await step(3);
    await submitPassword('a-new-password');
    await step(4);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(email);
    await person.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(router.state.location).toMatchObject({ pathname: '/auth', state: { email } });
  });

  it('should say in words which step it is, so that the dots are not taken for digits', async () => {
    expect(screen.getByText('Step 1 of 4')).toBeVisible();
    await toVerification();
    expect(screen.getByText('Step 2 of 4')).toBeVisible();
  });

  it('should require an email address', async () => {
    await press('Send Verification Code');
    expect(await screen.findByText('Please enter your email address')).toBeVisible();
    expect(api.received).toEqual([]);
  });

  it('should require all six digits', async () => {
    await toVerification();
    await typeCode('12345');
    await press('Verify Code');
    expect(await screen.findByText('Please enter the complete 6-digit code')).toBeInTheDocument();
    expect(api.calls(VERIFY)).toEqual([]);
  });

  it.each([
    ['', '', 'Please fill in all password fields', 'New password'],
    ['', 'a-new-password', 'Please fill in all password fields', 'New password'],
    ['a-new-password', '', 'Please fill in all password fields', 'Confirm password'],
    ['a-new-password', 'another-one', 'Passwords do not match', 'Confirm password'],
    ['short', 'short', 'Password must be at least 8 characters long', 'New password'],
  ])(
    'should validate the new password "%s" and "%s" with "%s" at %s',
    async (password, again, message, label) => {
      await toNewPassword();
      await submitPassword(password, again);
      expect(await screen.findByText(message)).toBeVisible();
      await waitFor(() =>
        expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
          expect.stringContaining(message) as string,
        ),
      );
      expect(screen.getByLabelText(label)).toHaveFocus();
      expect(api.calls(RESET)).toEqual([]);
    },
  );

  it('should clear a rejected code and focus its first digit', async () => {
    api.on(VERIFY, errorReply(422));
    await toVerification();
    await typeCode();
    await press('Verify Code');
    expect(await screen.findByText('Invalid verification code')).toBeInTheDocument();
    await waitFor(() => expect(box(1)).toHaveFocus());
    for (const digit of [1, 2, 3, 4, 5, 6]) expect(box(digit)).toHaveValue('');
  });

  const resend = (name: string) => screen.findByRole('button', { name });

  it('should wait 60 seconds before another code can be requested', async () => {
    freezeClock();
    await toVerification();
    expect(await resend('Resend code in 60s')).toBeDisabled();
    advanceClock(59_999);
    expect(await resend('Resend code in 1s')).toBeDisabled();
    advanceClock(1);
    await person.click(await resend('Resend code'));
    expect(await resend('Resend code in 60s')).toBeDisabled();
    expect(openedMessages()).toContain('New verification code sent');
    expect(api.calls(SEND).map(({ body }) => body)).toEqual([{ email }, { email }]);
  });

  it('should keep the countdown running when the user leaves and reopens the step', async () => {
    freezeClock();
    await toNewPassword();
    advanceClock(60_000);
    await press('Back');
    await step(2);
    expect(await resend('Resend code')).toBeEnabled();
  });

  it('should show that another code could not be sent', async () => {
    freezeClock();
    await toVerification();
    advanceClock(60_000);
    api.on(SEND, errorReply(500));
    await person.click(await resend('Resend code'));
    await waitFor(() => expect(openedMessages()).toContain('Failed to resend verification code'));
    api.isDown = true;
    await press('Resend code');
    await waitFor(() => expect(openedMessages()).toContain('Failed to resend code'));
  });

  it.each([
    [errorReply(500), 'Failed to send verification code'],
    [
      errorReply(422, { message: 'Invalid', errors: { email: ['No such domain.'] } }),
      'No such domain.',
    ],
  ])('should show why no code was sent, field errors first (%#)', async (reply, words) => {
    api.on(SEND, reply);
    await person.type(screen.getByLabelText('Email address'), email);
    await press('Send Verification Code');
    await waitFor(() => expect(openedMessages()).toEqual([words]));
  });

  it('should show that the password was not reset', async () => {
    api.on(RESET, errorReply(500));
    await toNewPassword();
    await submitPassword('a-new-password');
    expect(await screen.findByText('Failed to reset password')).toBeInTheDocument();
  });

  it('should show a network error when no response arrives', async () => {
    api.isDown = true;
    await person.type(screen.getByLabelText('Email address'), email);
    await press('Send Verification Code');
    expect(
      await screen.findByText('Network error. Please check your connection and try again.'),
    ).toBeInTheDocument();
  });
});

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
