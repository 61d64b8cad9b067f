import { screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import ContactDialog from './contact-dialog';

const ROUTE = 'POST /contact';

describe('the contact sales form', () => {
  const api = serveApi();

  async function fillIn() {
    renderAt(<ContactDialog onClose={jest.fn()} />);
    await person.type(screen.getByLabelText('Name'), ' Ada Obi ');
    await person.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await person.type(screen.getByLabelText('Message'), 'Forty proxies in Lagos, please.');
  }
  const send = () => screen.getByRole('button', { name: 'Send message' });

  it('should send the message without the honeypot field and show the response', async () => {
    api.on(ROUTE, ok(undefined, 'Thank you. We will write back.'));
    await fillIn();
    await person.click(send());
    const words = await screen.findByText('Thank you. We will write back.');
    await waitFor(() => expect(words).toHaveFocus());
    expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([
      { name: 'Ada Obi', email: 'ada@example.com', message: 'Forty proxies in Lagos, please.' },
    ]);
  });

  it('should focus the first missing input and send no request', async () => {
    renderAt(<ContactDialog onClose={jest.fn()} />);
    await person.click(send());
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Please enter your name');
    expect(api.received).toEqual([]);
  });

  it('should show server errors beside their inputs', async () => {
    api.on(ROUTE, errorReply(422, { message: 'Invalid', errors: { email: ['No such domain.'] } }));
    await fillIn();
    await person.click(send());
    const email = screen.getByLabelText('Email address');
    await waitFor(() => expect(email).toHaveAccessibleDescription('No such domain.'));
    await waitFor(() => expect(email).toHaveFocus());
  });

  it('should keep the message when the rate limit is exceeded', async () => {
    api.on(ROUTE, errorReply(429, { message: 'Please wait a little.' }));
    await fillIn();
    await person.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a little.');
    expect(screen.getByLabelText('Message')).toHaveValue('Forty proxies in Lagos, please.');
    expect(send()).toBeEnabled();
  });
});
