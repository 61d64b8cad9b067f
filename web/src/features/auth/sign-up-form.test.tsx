import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { readInvitation } from './invitation';
import { SignUpForm } from './sign-up-form';

describe('SignUpForm', () => {
  const api = serveApi();

  async function fillIn(confirm = 'long-enough') {
    await person.type(screen.getByLabelText('Full name'), 'Ada');
    await person.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await person.type(screen.getByLabelText('Password'), 'long-enough');
    await person.type(screen.getByLabelText('Confirm password'), confirm);
  }
  const submit = () => screen.getByRole('button', { name: 'Create Account' });

  it('should send no request while the passwords differ', async () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn('different');
    await person.click(submit());
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(api.received).toEqual([]);
  });

  it('should require name, email and password before sending a request', async () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await person.click(submit());
    for (const words of [
      'Please enter your name',
      'Please enter your email address',
      'Please enter a password',
    ])
      expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveAttribute('type', 'email');
    expect(api.received).toEqual([]);
  });

  it('should say what the customer agrees to', () => {
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    const consent = screen.getByText(/^By creating an account/);
    expect(consent).toHaveTextContent(
      'By creating an account you confirm that you are 18 or older and accept the Terms of Service and Privacy Policy.',
    );
    const links = within(consent).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/terms-of-service',
      '/privacy-policy',
    ]);
  });

  it('should use a fallback message when the server sends none', async () => {
    api.on('POST /auth/register', errorReply(500));
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn();
    await person.click(submit());
    expect(await screen.findByText('Authentication failed')).toBeInTheDocument();
  });

  it('should send one request and show a busy state', async () => {
    const release = api.hold('POST /auth/register', ok({}, 'ok'));
    const registered = jest.fn();
    renderAt(<SignUpForm onRegistered={registered} />);
    await fillIn();
    await person.click(submit());
    const busy = await screen.findByRole('button', { name: 'Creating Account...' });
    expect(busy).toBeDisabled();
    await person.click(busy);
    release();
    await waitFor(() => expect(registered).toHaveBeenCalledWith('ada@example.com'));
    expect(api.calls('POST /auth/register')).toHaveLength(1);
    expect(await screen.findByText(/^Account created successfully!/)).toBeInTheDocument();
    expect(screen.getByLabelText('Full name')).toHaveValue('');
  });

  it('should send the code of the invitation, and forget it once the account is open', async () => {
    expect(readInvitation(new URLSearchParams('ref=7KQ2M9XA'))).toBe('7KQ2M9XA');
    api.on('POST /auth/register', ok({}));
    const registered = jest.fn();
    renderAt(<SignUpForm invitation="7KQ2M9XA" onRegistered={registered} />);
    await fillIn();
    await person.click(submit());
    await waitFor(() => expect(registered).toHaveBeenCalled());
    expect(api.calls('POST /auth/register')[0]?.body).toMatchObject({ referral: '7KQ2M9XA' });
    expect(readInvitation(new URLSearchParams())).toBeUndefined();
  });

  it('should show field errors beside their inputs and as toasts until the input changes', async () => {
    api.on(
      'POST /auth/register',
      errorReply(422, {
        code: 'VALIDATION_FAILED',
        message: 'Invalid',
        errors: { email: ['The email is taken.'] },
      }),
    );
    renderAt(<SignUpForm onRegistered={jest.fn()} />);
    await fillIn();
    await person.click(submit());
    await waitFor(() => expect(screen.getAllByText('The email is taken.')).toHaveLength(2));
    const email = screen.getByLabelText('Email address');
    expect(email).toHaveAccessibleDescription('The email is taken.');
    await person.type(email, 'x');
    await waitFor(() => expect(email).not.toHaveAccessibleDescription('The email is taken.'));
  });
});
