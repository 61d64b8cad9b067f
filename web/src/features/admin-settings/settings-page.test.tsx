import { screen, waitFor } from '@testing-library/react';
import { renderAt } from '@/testing/render-app';
import { errorReply } from '@/testing/samples';
import {
  GET,
  LOADED,
  openSettings,
  PUT,
  save,
  saved,
  type,
  setUpSettingsPage,
} from '@/testing/settings-page';
import { resetMessages, visibleMessages } from '@/testing/messages';
import SettingsPage from './settings-page';

const TEST = 'POST /admin/system/settings/test-email';

describe('SettingsPage', () => {
  const { api } = setUpSettingsPage();

  it('shows three tabs, Refresh, Save Changes, the update time and the notice', async () => {
    const { person } = await openSettings();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Payment',
      'Email',
    ]);
    expect(screen.getByText(/^Last updated: 20 Nov 2026/)).toBeInTheDocument();
    const notice = screen.getByText('Important Notice').closest('[role=note]');
    expect(notice).toHaveTextContent(/affect the whole system/);
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(visibleMessages()).toEqual([LOADED]));
    expect(api.calls(GET)).toHaveLength(2);
  });

  it('shows that the settings could not be loaded', async () => {
    api.on(GET, errorReply(403, { message: '' }));
    renderAt(<SettingsPage />, '/admin/settings');
    const title = 'Failed to load system settings';
    expect(await screen.findByText(title, { selector: 'h2' })).toBeInTheDocument();
    await waitFor(() => expect(visibleMessages()).toEqual([title]));
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });

  it('counts characters after 200 of the name and after 400 of the description', async () => {
    await openSettings();
    for (const [label, from, limit] of [
      ['Site name', 200, 255],
      ['Site description', 400, 500],
    ] as const) {
      type(label, 'x'.repeat(from));
      expect(screen.queryByText(`${from}/${limit}`)).not.toBeInTheDocument();
      type(label, 'x'.repeat(from + 1));
      expect(await screen.findByText(`${from + 1}/${limit}`)).toBeInTheDocument();
    }
  });

  it('switches UDP for one kind of proxy, all off at first', async () => {
    const { person } = await openSettings();
    const switches = screen.getAllByRole('switch', { name: /^UDP for/ });
    expect(switches.map((one) => one.getAttribute('aria-checked'))).toEqual(Array(3).fill('false'));
    await person.click(screen.getByRole('switch', { name: /^UDP for mobile proxies/ }));
    save();
    await waitFor(() => expect(visibleMessages()).toContain('Settings saved successfully!'));
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([{ udpMobile: true, version: 7 }]);
  });

  it('shows the markup percentage only while the markup is on, and resets it when it is turned off', async () => {
    const { person } = await openSettings('/admin/settings?tab=payment');
    const markup = screen.getByRole('switch', { name: /^Price markup/ });
    expect(screen.queryByLabelText('Markup percentage (%)')).not.toBeInTheDocument();
    await person.click(markup);
    const percentage = await screen.findByLabelText('Markup percentage (%)');
    expect(percentage).toHaveAttribute('max', '1000');
    type('Markup percentage (%)', '150');
    await person.click(markup);
    await waitFor(() => expect(percentage).not.toBeInTheDocument());
    expect(screen.queryByLabelText('Markup percentage (%)')).not.toBeInTheDocument();
    save();
    await waitFor(() => expect(visibleMessages()).toContain('Settings saved successfully!'));
  });

  it('switches access by address off and on', async () => {
    const { person } = await openSettings();
    const access = screen.getByRole('switch', { name: /^Access by address/ });
    expect(access).toBeChecked();
    expect(access).toHaveAccessibleDescription(/within five seconds and keeps the lists/);
    await person.click(access);
    save();
    await waitFor(() => expect(visibleMessages()).toContain('Settings saved successfully!'));
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([
      { addressAccessEnabled: false, version: 7 },
    ]);
  });

  it('steps amounts by 100 and rates by 0.01, within their bounds', async () => {
    await openSettings('/admin/settings?tab=payment');
    for (const [label, min, max, step] of [
      ['Minimum topup (₦)', '100', '1000000', '100'],
      ['Exchange rate (₦ per $)', '1', '10000', '0.01'],
    ] as const) {
      const input = screen.getByLabelText(label);
      expect(['min', 'max', 'step'].map((name) => input.getAttribute(name))).toEqual([
        min,
        max,
        step,
      ]);
    }
  });

  it('saves what changed with empty values and zeros as null, and reloads the settings', async () => {
    await openSettings('/admin/settings?tab=payment');
    type('Minimum topup (₦)', '0');
    type('Exchange rate (₦ per $)', '1650.5');
    type('Korapay public key', '  ');
    save();
    await waitFor(() =>
      expect(visibleMessages()).toEqual([
        'Settings saved successfully!',
        'Pricing cache cleared. New settings will be used immediately.',
      ]),
    );
    expect(api.calls(PUT).map(({ body }) => body)).toEqual([
      { korapayPublicKey: null, minimumTopup: null, exchangeRate: 1650.5, version: 7 },
    ]);
    expect(api.calls(GET)).toHaveLength(2);
  });

  it('says when a higher limit waits for another admin', async () => {
    const note = 'Saved! The higher limit waits until another admin approves it.';
    await openSettings('/admin/settings?tab=payment');
    api.on(PUT, saved(8, note));
    type('Funding approval limit (₦)', '90000000');
    save();
    await waitFor(() => expect(visibleMessages()).toContain(note));
  });

  it('shows each validation error and opens the tab of the first, without a request', async () => {
    const { person } = await openSettings();
    type('Site name', 'x'.repeat(256));
    type('Site description', 'x'.repeat(501));
    await person.click(screen.getByRole('tab', { name: 'Payment' }));
    type('Minimum topup (₦)', '99');
    await person.click(screen.getByRole('tab', { name: 'Email' }));
    type('SMTP port', '65536');
    type('SMTP username', 'mail');
    resetMessages();
    await person.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(visibleMessages()).toEqual([
        'Site name must not exceed 255 characters',
        'Site description must not exceed 500 characters',
        'Minimum topup must be at least ₦100',
        'SMTP port must be a number between 1 and 65535',
        'SMTP username must be a valid email address',
      ]),
    );
    expect(api.calls(PUT)).toEqual([]);
    await waitFor(() =>
      expect(screen.getByLabelText('Site name')).toHaveAccessibleDescription(
        /^Site name must not exceed 255 characters/,
      ),
    );
  });

  it('focuses the first invalid input even if its tab is rendered after the next frame', async () => {
    const { person } = await openSettings('/admin/settings?tab=email');
    type('SMTP port', '65536');
    await person.click(screen.getByRole('tab', { name: 'General' }));
    const frame = jest.spyOn(window, 'requestAnimationFrame').mockImplementationOnce((draw) => {
      draw(0);
      return 0;
    });
    save();
    await waitFor(() => expect(screen.getByLabelText('SMTP port')).toHaveFocus());
    frame.mockRestore();
  });

  it('shows why the server rejected the settings, also beside the field, or that saving failed', async () => {
    const replies = [
      errorReply(422, { message: 'Invalid', errors: { siteName: ['Not this one.'] } }),
      errorReply(403, { message: '' }),
    ];
    api.on(PUT, () => replies.shift() ?? {});
    await openSettings();
    type('Site name', 'Other');
    save();
    await waitFor(() => expect(visibleMessages()).toEqual(['Not this one.']));
    await waitFor(() =>
      expect(screen.getByLabelText('Site name')).toHaveAccessibleDescription(/^Not this one\./),
    );
    await screen.findByRole('button', { name: 'Save Changes' });
    save();
    await waitFor(() => expect(visibleMessages()).toContain('Failed to save settings'));
  });

  it('shows a stored secret masked and replaces it as a whole', async () => {
    const { person } = await openSettings('/admin/settings?tab=payment');
    const secret = screen.getByLabelText('Korapay secret key');
    expect(secret).toHaveValue('••••••••');
    expect(secret).toHaveAttribute('readonly');
    await person.click(screen.getByRole('button', { name: 'Replace Korapay secret key' }));
    expect(secret).toHaveValue('');
    await waitFor(() => expect(secret).toHaveAttribute('type', 'password'));
    await person.click(
      await screen.findByRole('button', { name: 'Keep the stored Korapay secret key' }),
    );
    expect(secret).toHaveValue('••••••••');
    await waitFor(() => expect(secret).toHaveAttribute('readonly'));
  });

  it('tests the mail server with the saved settings', async () => {
    const replies = [
      { body: { success: true, message: 'Test email sent to chief@example.com.' } },
      errorReply(502, { message: 'The test failed: 550 No such mailbox' }),
    ];
    api.on(TEST, () => replies.shift() ?? {});
    const { person } = await openSettings('/admin/settings?tab=email');
    const button = () => screen.getByRole('button', { name: 'Test' });
    await person.click(button());
    await waitFor(() =>
      expect(visibleMessages()).toEqual([
        'SMTP connection test successful!\nTest email sent to chief@example.com.',
      ]),
    );
    await person.click(await screen.findByRole('button', { name: 'Test' }));
    await waitFor(() =>
      expect(visibleMessages()).toContain('The test failed: 550 No such mailbox'),
    );
    expect(api.calls(TEST)).toHaveLength(2);
    type('SMTP host', 'other.example.com');
    await waitFor(() => expect(button()).toBeDisabled());
    expect(button()).toHaveAccessibleDescription(
      'Save your changes first: the test uses the saved settings.',
    );
  });
});
