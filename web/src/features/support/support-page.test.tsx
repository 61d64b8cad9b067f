import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { loadSiteConfig } from '@/api/site-config';
import { ApiServer } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, ok } from '@/testing/samples';
import SupportPage from './support-page';

const ROUTE = 'POST /contact';
const SITE = { site_name: 'NairaProxy', support_email: 'help@shop.example' };

describe('SupportPage', () => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    api.reset();
    api.on('GET /auth/config', ok({ ...SITE, support_chat_url: null }));
    await act(async () => void (await loadSiteConfig()));
  });
  afterEach(() => act(() => session.logout()));

  it('should show the email to copy, when to expect a reply, and the chat if there is one', async () => {
    const person = userEvent.setup({ delay: null });
    renderAt(<SupportPage />, '/support');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    expect(screen.getByText('Within one working day')).toBeVisible();
    await person.click(screen.getByRole('button', { name: /Copy/ }));
    expect(write).toHaveBeenCalledWith('help@shop.example');
    expect(screen.queryByRole('link', { name: 'Chat with support' })).toBeNull();
    api.on('GET /auth/config', ok({ ...SITE, support_chat_url: 'https://wa.me/2348000000' }));
    await act(async () => void (await loadSiteConfig()));
    expect(screen.getByRole('link', { name: 'Chat with support' })).toHaveAttribute(
      'href',
      'https://wa.me/2348000000',
    );
  });

  it('should send a message about a payment for a signed-in customer', async () => {
    api.on(ROUTE, { body: { success: true, message: 'Thank you. We will write back.' } });
    session.start({ token: 't', user: ada });
    renderAt(<SupportPage />, '/support?reference=TOPUP-1');
    const person = userEvent.setup({ delay: null });
    expect(screen.queryByLabelText('Company (optional)')).toBeNull();
    await person.type(screen.getByLabelText('Message'), 'The money is missing.');
    await person.click(screen.getByRole('button', { name: 'Send message' }));
    const confirmation = await screen.findByText('Thank you. We will write back.');
    await waitFor(() => expect(confirmation).toHaveFocus());
    expect(api.calls(ROUTE).map(({ body }) => body)).toEqual([
      {
        name: ada.name,
        email: ada.email,
        message: 'Reference: TOPUP-1\n\nThe money is missing.',
      },
    ]);
    await person.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(screen.getByLabelText('Email address')).toHaveValue(ada.email);
  });
});
