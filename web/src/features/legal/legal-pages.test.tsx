import { act, screen, waitFor } from '@testing-library/react';
import { person } from '@/testing/person';
import { serveApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { configureSite } from '@/testing/site';
import PrivacyPage from './privacy-page';
import TermsPage from './terms-page';

describe('the legal pages', () => {
  const api = serveApi();

  beforeAll(async () => {
    await configureSite(api, { support_email: 'help@shop.example' });
  });

  describe.each([
    ['/terms-of-service', 'Terms of Service', TermsPage],
    ['/privacy-policy', 'Privacy Policy', PrivacyPage],
  ])('legal page %s', (address, title, Page) => {
    it('should show title, last update and contact address', () => {
      renderAt(<Page />, address);
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
      expect(screen.getByText('Last updated: 10th August 2025')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'help@shop.example' })).toHaveAttribute(
        'href',
        'mailto:help@shop.example',
      );
      expect(screen.getByRole('link', { name: 'support form' })).toHaveAttribute(
        'href',
        '/support',
      );
    });

    it('should link to the landing page and back to the previous page', async () => {
      const { router } = renderAt(<Page />, '/auth');
      expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
      await act(() => router.navigate(address));
      window.history.pushState(null, '', address);
      await person.click(screen.getByRole('button', { name: 'Back' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    });
  });

  it('should state age, currency, payments, refunds and logs in the terms', () => {
    renderAt(<TermsPage />);
    for (const words of [
      /must be 18 years or older/,
      /payments are made in Nigerian naira \(NGN\) through a card payment provider/,
      /All payments are final/,
      /Refunds are issued only if the service is not delivered/,
      /We keep no logs/,
    ])
      expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('should state in the terms until when and how much of what is unused is refunded', async () => {
    await configureSite(api, { refund_window_days: 1, refund_maximum_used_percent: 20 });
    renderAt(<TermsPage />);
    for (const words of [/All other payments are final/, /within 1 day of/, /at most 20% of its/])
      expect(screen.getByText(words)).toBeInTheDocument();
  });
});
