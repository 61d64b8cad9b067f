import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDescription } from '@/testing/antd';
import {
  setUpProxiesPage,
  LIST,
  openProxies,
  mockProxyList,
  statistics,
} from '@/testing/proxies-page';
import { ok, pagination } from '@/testing/samples';
import { managedProxy, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';

describe('ProxyDialog of the admin area', () => {
  const api = setUpProxiesPage();

  it('opens the proxy in the address even if it is on another page of the list', async () => {
    api.on(LIST, ({ query }) => {
      const rows = query.get('search') === '#4' ? [managedProxy({ id: 4 })] : [];
      const proxies = [managedProxy(), ...rows];
      return ok({ proxies, pagination: pagination(131), statistics });
    });
    openProxies('/admin/proxies?page=3&proxy=4');
    expect(await screen.findByRole('dialog')).toHaveTextContent('#4');
  });

  describe('opened from the list', () => {
    const detail = async () => {
      const view = openProxies();
      await view.person.click(await screen.findByRole('button', { name: 'Details of proxy 41' }));
      return { ...view, dialog: within(await screen.findByRole('dialog')) };
    };

    /** From here on time passes only through advanceClock. */
    const holdTime = () => {
      jest.useFakeTimers();
      const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      return async (button: HTMLElement) => {
        await person.click(button);
        await act(() => jest.advanceTimersByTimeAsync(0));
      };
    };

    it('shows all fields with copy buttons that read Copied!', async () => {
      const { dialog } = await detail();
      const click = holdTime();
      const write = jest.spyOn(navigator.clipboard, 'writeText');
      const copied = [];
      for (const [what, text] of [
        ['status', 'Active'],
        ['location', 'Nigeria'],
        ['protocol', 'HTTP'],
        ['price', '₦6,400'],
        ['user', 'Ada Obi'],
        ['email', 'ada@example.com'],
        ['connection string', 'gate.example.com:3128'],
        ['username', 'np-user-41'],
        ['password', 'secret-word'],
        ['uuid', '846aa33b-6376-48f0-9830-f7ad00000000'],
      ] as const) {
        await click(dialog.getByRole('button', { name: `Copy ${what}` }));
        copied.push(text);
        expect(dialog.getByRole('button', { name: `Copied ${what}` })).toHaveTextContent('Copied!');
      }
      expect(write.mock.calls.flat()).toEqual(copied);
      expect(visibleMessages()).toEqual(['Copied to clipboard!']);
    });

    it('shows Copied! for two seconds', async () => {
      const { dialog } = await detail();
      await holdTime()(dialog.getByRole('button', { name: 'Copy uuid' }));
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toHaveTextContent('Copied!');
      act(() => jest.advanceTimersByTime(1999));
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(dialog.getByRole('button', { name: 'Copy uuid' })).toBeInTheDocument();
    });

    it('shows that copying failed', async () => {
      const { dialog, person } = await detail();
      jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
      await person.click(dialog.getByRole('button', { name: 'Copy username' }));
      await waitFor(() => expect(visibleMessages()).toEqual(['Failed to copy to clipboard']));
    });

    it('shows session, bandwidth, TTL, created and expiry dates', async () => {
      const { dialog } = await detail();
      for (const text of [
        'Pool Information',
        'session-9',
        'Keep as long as possible',
        '1,024 MB / 4,096 MB (25%)',
      ])
        expect(dialog.getByText(text)).toBeInTheDocument();
      const bar = dialog.getByRole('progressbar', { name: 'Bandwidth used' });
      expect(bar).toHaveAttribute('aria-valuenow', '25');
      expect(getDescription('Created')).toHaveTextContent('1 Nov 2026');
      expect(getDescription('Expires')).toHaveTextContent('1 Dec 2026');
    });

    it('warns when the password cannot be decrypted', async () => {
      mockProxyList(api, [managedProxy({ password: null })]);
      const { dialog } = await detail();
      expect(dialog.getByText('The password cannot be read')).toBeInTheDocument();
      expect(dialog.getByLabelText('Username')).toHaveValue('np-user-41');
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Reissue credentials' })).toBeEnabled();
    });

    it('hides credentials and price from a sub-admin', async () => {
      signInAs('sub-admin');
      mockProxyList(
        api,
        [managedProxy({ connection_string: null, username: null, password: null, price: null })],
        { ...statistics, total_revenue: null },
      );
      const { dialog } = await detail();
      expect(
        dialog.getByText('Credentials are restricted to admin users only.'),
      ).toBeInTheDocument();
      for (const label of ['Connection string', 'Username', 'Password'])
        expect(dialog.queryByLabelText(label)).not.toBeInTheDocument();
      expect(dialog.getByText('Hidden')).toBeInTheDocument();
      expect(dialog.queryByRole('button', { name: /Suspend|Reissue/ })).not.toBeInTheDocument();
      expect(screen.getByText('Hidden (Admin Only)')).toBeInTheDocument();
    });
  });
});
