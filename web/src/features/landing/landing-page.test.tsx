import { priceRows, landingLoader } from './landing-data';
import { cleanup, render, screen, within, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { ada, ok, errorReply } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import LandingPage from './landing-page';
import { renderAt } from '@/testing/render-app';
import ContactDialog from './contact-dialog';

describe('landing page price table', () => {
  it('should merge both lists by package size and leave gaps for missing packages', () => {
    const rows = priceRows(
      [
        { traffic: '10', price: 48_000 },
        { traffic: '1', price: 5600 },
      ],
      [
        { traffic: '1', price: 7200 },
        { traffic: '0.5', price: 3800 },
      ],
    );
    expect(rows).toEqual([
      { gigabytes: 0.5, mobile: 3800 },
      { gigabytes: 1, residential: 5600, mobile: 7200 },
      { gigabytes: 10, residential: 48_000 },
    ]);
  });
});

describe('LandingPage', () => {
  const api = serveApi({
    'GET /pool/pricing': ok({ priceList: [{ traffic: '1', price: 5600 }] }),
    'GET /pool/countries': ok([{ code: 'ng', name: 'Nigeria' }]),
  });

  beforeEach(() => sell([]));

  /** Datacenter addresses on sale: country code, name, price and quantity. */
  const sell = (offers: [string, string, number, number][]) =>
    api.on(
      'GET /data-center-pricing',
      ok({
        priceList: offers.map(([code, name, price_per_unit, quantity], index) => ({
          country_id: index + 1,
          code,
          name,
          price_per_unit,
          quantity,
        })),
      }),
    );

  async function open() {
    const router = createMemoryRouter([
      { path: '*', element: <LandingPage />, loader: landingLoader, HydrateFallback: () => null },
    ]);
    render(<RouterProvider router={router} />);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByText('Nigeria');
  }

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

  it('should name the free trial while there is one', async () => {
    await configureSite(api, { trial_megabytes: 100 });
    await open();
    expect(screen.getByText(/Try 100 MB free/)).toBeInTheDocument();
    await configureSite(api, { trial_megabytes: 0 });
    expect(screen.queryByText(/MB free/)).not.toBeInTheDocument();
  });

  it('should link the support that it advertises, and say when a person replies', async () => {
    await open();
    const support = screen.getByRole('link', { name: 'Write to us' });
    expect(support).toHaveAttribute('href', '/support');
    await configureSite(api, { support_reply_time: 'in two hours' });
    expect(support.parentElement).toHaveTextContent(/A person replies in two hours\.$/);
  });

  it('should show a curl command with the gateway’s address', async () => {
    await open();
    const line = () => screen.getByText(/curl -x/).textContent?.replace(/\s+/g, ' ');
    expect(line()).toContain('@localhost:3128 ');
    await configureSite(api, { gateway_address: 'exit.ng:8080' });
    expect(line()).toBe('$ curl -x http://USERNAME:PASSWORD@exit.ng:8080 https://api.ipify.org');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await person.click(screen.getByRole('button', { name: /Copy/ }));
    expect(write).toHaveBeenCalledWith(
      'curl -x http://USERNAME:PASSWORD@exit.ng:8080 https://api.ipify.org',
    );
  });

  it('should link a visitor to the sign-in and the registration', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth');
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/auth?mode=register',
    );
  });

  it('should link a signed-in customer to the dashboard', async () => {
    session.start({ token: 't', user: ada });
    await open();
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('link', { name: 'Get Started' })).not.toBeInTheDocument();
  });

  it('should show the lowest datacenter price and the price of the chosen country', async () => {
    sell([
      ['dz', 'Algeria', 3200, 24],
      ['de', 'Germany', 2560, 24],
      ['ng', 'Nigeria', 4800, 72],
    ]);
    await open();
    const pricing = document.querySelector('#pricing');
    const country = await screen.findByRole('combobox', { name: 'Country' });
    expect(pricing).toHaveTextContent('From ₦2,560 for 30 days');
    expect(within(country).getAllByRole('option')[0]).toHaveTextContent('Nigeria');
    expect(country).toHaveDisplayValue('Nigeria');
    expect(screen.getByRole('status')).toHaveTextContent('₦4,800 for 30 days');
    await person.selectOptions(country, 'Algeria');
    expect(screen.getByRole('status')).toHaveTextContent('₦3,200 for 30 days');
  });

  it('should list Nigeria before the other countries', async () => {
    api.on(
      'GET /pool/countries',
      ok([
        { code: 'dz', name: 'Algeria' },
        { code: 'ng', name: 'Nigeria' },
        { code: 'zm', name: 'Zambia' },
      ]),
    );
    await open();
    const places = within(screen.getByRole('list', { name: 'Countries' })).getAllByRole('listitem');
    expect(places.map(({ textContent }) => textContent)).toEqual(['Nigeria', 'Algeria', 'Zambia']);
  });

  it('should start with another country when Nigeria has no datacenter stock', async () => {
    sell([
      ['dz', 'Algeria', 3200, 24],
      ['de', 'Germany', 2560, 24],
    ]);
    await open();
    expect(await screen.findByRole('combobox', { name: 'Country' })).toHaveDisplayValue('Algeria');
    expect(screen.getByRole('status')).toHaveTextContent('₦3,200 for 30 days');
  });

  it('should not repeat the same count of countries for every kind of proxy', async () => {
    const counts = () =>
      [...document.querySelectorAll('section[aria-labelledby=locations] dl > div')].map((item) =>
        ['dd', 'dt'].map((tag) => item.querySelector(tag)?.textContent).join(' '),
      );
    sell([['ng', 'Nigeria', 4800, 1072]]);
    await open();
    expect(counts()).toEqual([
      '1 country with residential, mobile and datacenter proxies',
      '1,072 datacenter addresses in stock',
    ]);
    cleanup();
    sell([
      ['de', 'Germany', 2560, 24],
      ['ng', 'Nigeria', 4800, 72],
    ]);
    await open();
    expect(counts()).toEqual([
      '1 country with residential and mobile proxies',
      '2 countries with datacenter proxies',
      '96 datacenter addresses in stock',
    ]);
  });

  it('should open a form from Contact Sales Team', async () => {
    await open();
    await person.click(screen.getByRole('button', { name: 'Contact Sales Team' }));
    expect(await screen.findByRole('form', { name: 'Contact sales' })).toBeInTheDocument();
  });
});

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
