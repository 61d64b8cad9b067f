import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { session } from '@/api/session';
import { loadSiteConfig } from '@/api/site-config';
import { ApiServer } from '@/testing/api-server';
import { ada, ok } from '@/testing/samples';
import { landingLoader } from './landing-data';
import LandingPage from './landing-page';

describe('LandingPage', () => {
  let api: ApiServer;

  beforeAll(async () => {
    api = await ApiServer.start();
    // jsdom has the dialog element without these methods.
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    api.on('GET /pool/pricing', ok({ priceList: [{ traffic: '1', price: 5600 }] }));
    for (const route of ['GET /pool/countries', 'GET /countries'])
      api.on(route, ok([{ id: 1, code: 'ng', name: 'Nigeria' }]));
    api.on('GET /catalog', ok([]));
  });
  afterEach(() => act(() => session.logout()));

  async function open() {
    const router = createMemoryRouter([
      { path: '*', element: <LandingPage />, loader: landingLoader, HydrateFallback: () => null },
    ]);
    render(<RouterProvider router={router} />);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByText('Nigeria');
  }

  // spec: C1.5
  it('should present the products', async () => {
    await open();
    for (const title of [
      '50+ countries',
      'City and ISP targeting',
      'HTTP and SOCKS5',
      '24/7 support',
    ])
      expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  });

  it('should show a curl command with the gateway’s address', async () => {
    await open();
    const line = () => screen.getByText(/curl -x/).textContent?.replace(/\s+/g, ' ');
    expect(line()).toContain('@localhost:3128 ');
    api.on('GET /auth/config', ok({ site_name: 'NairaProxy', gateway_address: 'exit.ng:8080' }));
    await act(async () => void (await loadSiteConfig()));
    expect(line()).toBe('$ curl -x http://USERNAME:PASSWORD@exit.ng:8080 \\ https://api.ipify.org');
    const person = userEvent.setup();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(screen.getByRole('button', { name: /Copy/ }));
    expect(write).toHaveBeenCalledWith(
      'curl -x http://USERNAME:PASSWORD@exit.ng:8080 https://api.ipify.org',
    );
  });

  // spec: C1.7, C2.1
  it('should link a visitor to the sign-in', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth');
  });

  // spec: C1.7, C2.1
  it('should link a signed-in customer to the dashboard', async () => {
    session.start({ token: 't', user: ada });
    await open();
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('link', { name: 'Get Started' })).not.toBeInTheDocument();
  });

  // spec: C1.9
  it('should link to the privacy policy and the terms of service in the footer', async () => {
    await open();
    const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
    expect(legal.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/privacy-policy',
    );
    expect(legal.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
      'href',
      '/terms-of-service',
    );
  });

  // spec: C1.11
  it('should open a form from Contact Sales Team', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Contact Sales Team' }));
    expect(await screen.findByRole('form', { name: 'Contact sales' })).toBeInTheDocument();
  });
});
