import { screen, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok } from '@/testing/samples';
import { configureSite } from '@/testing/site';

describe('the layout of the public pages', () => {
  const api = serveApi();

  beforeEach(() => api.on('GET /user/info', ok({ user: ada })));

  async function open(address: string) {
    openApp(address);
    await screen.findByRole('heading', { level: 1 });
    return within(screen.getByRole('banner'));
  }
  const toTargets = (links: HTMLElement[]) =>
    links.map((link) => [link.textContent, link.getAttribute('href')]);

  it.each([
    ['/', ''],
    ['/terms-of-service', '/'],
    ['/privacy-policy', '/'],
  ])('should link to the sections, sign-in and registration from %s', async (address, landing) => {
    const header = await open(address);
    expect(toTargets(header.getAllByRole('link'))).toEqual([
      ['NairaProxy', '/'],
      ['Features', `${landing}#features`],
      ['Pricing', `${landing}#pricing`],
      ['About', `${landing}#about`],
      ['Docs', '/docs'],
      ['Sign in', '/auth'],
      ['Register', '/auth?mode=register'],
    ]);
    expect(toTargets([screen.getByRole('link', { name: 'Skip to content' })])).toEqual([
      ['Skip to content', '#main'],
    ]);
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
  });

  it('should have a section for each anchor on the landing page', async () => {
    const header = await open('/');
    const [site] = header.getAllByRole('navigation', { name: 'Site' });
    const anchors = within(site as HTMLElement).getAllByRole<HTMLAnchorElement>('link');
    for (const link of anchors.filter(({ hash }) => hash))
      expect(document.querySelector(link.hash)).not.toBeNull();
  });

  it('should have a menu with the same links on phones', async () => {
    await open('/');
    await person.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    for (const name of [
      'Features',
      'Pricing',
      'About',
      'Docs',
      'Get Started',
      'Register',
      'Sign in',
    ])
      expect(menu.getByRole('link', { name })).toBeInTheDocument();
    await person.click(menu.getByRole('button', { name: 'Close menu' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('should name the company and link the legal pages, help, docs, support and status in the footer', async () => {
    await configureSite(api, {
      ...{ company_name: 'Naira Ltd', rc_number: '1234567' },
      company_address: '1 Marina\nLagos',
    });
    await open('/support');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText(/Naira Ltd · RC 1234567$/)).toBeInTheDocument();
    expect(footer.getByText('1 Marina, Lagos')).toBeInTheDocument();
    expect(toTargets(footer.getAllByRole('link'))).toEqual([
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Help', '/help'],
      ['Docs', '/docs'],
      ['Support', '/support'],
      ['Status', '/status'],
    ]);
  });

  it('should link a signed-in customer to the dashboard instead of sign-in and registration', async () => {
    session.start({ token: 't', user: ada });
    const header = await open('/terms-of-service');
    expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    for (const name of ['Sign in', 'Register'])
      expect(header.queryByRole('link', { name })).not.toBeInTheDocument();
  });
});
