import { act, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { loadSiteConfig } from '@/api/site-config';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ada, ok } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import SupportPage from './support-page';

const ROUTE = 'POST /contact';
const SITE = { site_name: 'NairaProxy', support_email: 'help@shop.example' };

describe('SupportPage', () => {
  const api = serveApi({
    'GET /auth/config': ok({ ...SITE, support_chat_url: null }),
  });

  beforeEach(async () => {
    await act(async () => void (await loadSiteConfig()));
  });

  it('should show the email to copy, when to expect a reply, and the chat if there is one', async () => {
    renderAt(<SupportPage />, '/support');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    expect(screen.getByText('Within one working day')).toBeVisible();
    await person.click(screen.getByRole('button', { name: /Copy/ }));
    expect(write).toHaveBeenCalledWith('help@shop.example');
    expect(screen.queryByRole('link', { name: 'Chat with support' })).toBeNull();
    await configureSite(api, { ...SITE, support_reply_time: 'in two hours' });
    expect(screen.getByText('In two hours')).toBeVisible();
    await configureSite(api, { ...SITE, support_chat_url: 'https://wa.me/2348000000' });
    expect(screen.getByRole('link', { name: 'Chat with support' })).toHaveAttribute(
      'href',
      'https://wa.me/2348000000',
    );
  });

  it('should send a message about a payment for a signed-in customer', async () => {
    api.on(ROUTE, ok(undefined, 'Thank you. We will write back.'));
    session.start({ token: 't', user: ada });
    renderAt(<SupportPage />, '/support?reference=TOPUP-1');
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
