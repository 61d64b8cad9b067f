import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { errorReply, ada, ok } from '@/testing/samples';
import { openedMessages } from '@/testing/messages';
import { openApp } from '@/testing/open-app';
import { reviewPath } from '@/lib/page-paths';

const REVIEW = 'GET /user/security/review';
const DECIDE = 'POST /user/security/review';
const TITLE = 'Check who has access';

const item = (id: string, kind: string, title: string) => ({
  ...{ id, kind, title, detail: null, proxy_id: null, made_with: null as string | null },
  created_at: '2026-11-20T10:00:00Z',
});
const items = [
  item('member:7', 'member', 'Ngozi Bello'),
  item('webhook:3', 'webhook', 'https://example.com/hook'),
];

describe('the review of who has access', () => {
  const api = serveApi();

  const open = (address: string, isDue: boolean) => {
    const user = { ...ada, security_review: isDue };
    api.on('GET /user/info', ok({ user }));
    api.on(REVIEW, ok({ due: isDue, items }));
    session.start({ token: 't', user });
    return openApp(address);
  };
  const dialog = async () => within(await screen.findByRole('dialog', { name: TITLE }));
  const banner = () => screen.queryByRole('complementary', { name: 'Security review' });

  it('should open after the sign-in, take a decision about everything, and end', async () => {
    open('/profile', true);
    const review = await dialog();
    const save = review.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    const member = within(await review.findByRole('radiogroup', { name: /Ngozi Bello/ }));
    const webhook = within(review.getByRole('radiogroup', { name: /example\.com/ }));
    await person.click(member.getByRole('radio', { name: 'Keep' }));
    expect(review.getByRole('status')).toHaveTextContent('1 of 2 decided');
    expect(save).toBeDisabled();
    await person.click(webhook.getByRole('radio', { name: 'Remove' }));

    api.on(DECIDE, ok(undefined, 'Your decisions are in force.'));
    api.on('GET /user/info', ok({ user: { ...ada, security_review: false } }));
    await person.click(save);
    await waitFor(() =>
      expect(api.calls(DECIDE)[0]?.body).toEqual({ keep: ['member:7'], remove: ['webhook:3'] }),
    );
    await waitFor(() => expect(banner()).toBeNull());
    await waitFor(() => expect(openedMessages()).toEqual(['Your decisions are in force.']));
  });

  it('should stay as a banner when it is postponed, which opens it again', async () => {
    open('/profile', true);
    await person.click((await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(within(banner()!).getByRole('button', { name: TITLE }));
    const review = await dialog();
    await person.click(await review.findByRole('button', { name: 'Remove all' }));
    expect(review.getByRole('status')).toHaveTextContent('2 of 2 decided');
    api.on(DECIDE, errorReply(409, { code: 'REVIEW_CHANGED', message: 'Look again.' }));
    const loads = api.calls(REVIEW).length;
    await person.click(review.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.calls(REVIEW).length).toBeGreaterThan(loads));
    expect(api.calls(DECIDE)[0]?.body).toEqual({ keep: [], remove: ['member:7', 'webhook:3'] });
  });

  it('should open from a link when none is due, and keep what is not removed', async () => {
    const { url } = open(reviewPath, false);
    const review = await dialog();
    const member = within(await review.findByRole('radiogroup', { name: /Ngozi Bello/ }));
    expect(member.getByRole('radio', { name: 'Keep' })).toBeChecked();
    expect(review.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(banner()).toBeNull();
    await person.click(review.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(url()).toBe('/profile?tab=security'));
  });

  it('should offer to remove what a key made together with the key', async () => {
    open(reviewPath, false);
    const made = { ...item('address:4', 'address', '203.0.113.7'), made_with: 'api_key:5' };
    api.on(REVIEW, ok({ due: false, items: [made, item('api_key:5', 'api_key', 'Script')] }));
    const review = await dialog();
    const choices = async (name: RegExp) => within(await review.findByRole('radiogroup', { name }));
    await person.click((await choices(/Script/)).getByRole('radio', { name: 'Remove' }));
    const address = await choices(/203/);
    expect(address.getByRole('radio', { name: 'Remove' })).toBeChecked();
    await person.click(address.getByRole('radio', { name: 'Keep' }));
    api.on(DECIDE, ok(undefined, 'Your decisions are in force.'));
    await person.click(review.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.calls(DECIDE)[0]?.body).toEqual({ keep: ['address:4'], remove: ['api_key:5'] }),
    );
  });
});
