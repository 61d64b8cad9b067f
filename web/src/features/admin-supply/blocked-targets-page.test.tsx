import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import { previewPattern, type TargetBlock } from './blocked-targets';
import BlockedTargetsPage from './blocked-targets-page';

const LIST = 'GET /admin/supply/blocks';
const ADD = 'POST /admin/supply/blocks';

const block = (over: Partial<TargetBlock> = {}): TargetBlock => ({
  id: 4,
  pattern: '*.example.com',
  ports: '25,6000-6063',
  kind: 'residential',
  reason: 'Complaints about spam',
  created_by: 'Ngozi Eze',
  created_at: '2026-11-18T09:00:00Z',
  ...over,
});

describe('BlockedTargetsPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    api.on(LIST, ok({ blocks: [block(), block({ id: 3, pattern: '8.8.8.0/24', ports: null })] }));
  });

  it('should list the targets and leave changes to admins', async () => {
    signInAs('sub-admin');
    renderAt(<BlockedTargetsPage />, '/admin/blocked-targets');
    const table = await screen.findByRole('table');
    expect(within(table).getByText('25, 6000-6063')).toBeVisible();
    expect(within(table).getAllByText('Residential')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /unblock|block a target/i })).toBeNull();
  });

  it('should block a target, and show what the server refuses at its input', async () => {
    const user = userEvent.setup({ delay: null });
    renderAt(<BlockedTargetsPage />, '/admin/blocked-targets');
    await user.click(await screen.findByRole('button', { name: 'Block a target' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Target'), '.BÜCHER.example');
    expect(
      await within(dialog).findByText('Blocks: xn--bcher-kva.example and all its subdomains.'),
    ).toBeVisible();
    await user.type(within(dialog).getByLabelText('Ports'), '0');
    await user.type(within(dialog).getByLabelText('Reason'), 'Spam');
    api.on(ADD, errorReply(422, { errors: { ports: ['Enter ports from 1 to 65535'] } }));
    await user.click(within(dialog).getByRole('button', { name: 'Block target' }));
    expect(await within(dialog).findByText('Enter ports from 1 to 65535')).toBeVisible();
    await user.clear(within(dialog).getByLabelText('Ports'));
    api.on(ADD, ok({ block: block({ pattern: '*.xn--bcher-kva.example' }) }));
    await user.click(within(dialog).getByRole('button', { name: 'Block target' }));
    await waitFor(() => expect(openedMessages()).toContain('*.xn--bcher-kva.example is blocked.'));
  });

  it('should unblock a target after a confirmation', async () => {
    const user = userEvent.setup({ delay: null });
    api.on('DELETE /admin/supply/blocks/4', { body: { success: true, message: 'Unblocked.' } });
    renderAt(<BlockedTargetsPage />, '/admin/blocked-targets');
    await user.click(await screen.findByRole('button', { name: 'Unblock *.example.com' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(openedMessages()).toContain('Unblocked.'));
  });
});

describe('previewPattern', () => {
  it.each([
    ['Example.com.', 'example.com, without its subdomains'],
    ['*.example.com', 'example.com and all its subdomains'],
    ['0x08080808', 'The address 8.8.8.8'],
    ['*', 'Every target, on the ports below'],
    ['8.8.8.0/24', undefined],
    ['https://example.com', undefined],
    ['', undefined],
  ])('reads %p', (text, preview) => expect(previewPattern(text)).toBe(preview));
});
