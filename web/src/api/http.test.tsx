import { ApiError, NETWORK_ERROR } from './api-error';
import { errorMessages } from './error-messages';
import { serveApi, ApiServer } from '@/testing/api-server';
import { http } from './http';
import { confirmAnswers } from './idempotency';
import { endNotice, session, TOKEN_KEY, USER_KEY } from './session';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { clickTwice } from '@/testing/click-twice';
import { createQueryClient } from './query-client';

const error = (status: number, message: string, errors?: Record<string, unknown>) =>
  new ApiError({ status, code: 'X', message, errors });

describe('errorMessages', () => {
  it('should prefer the server’s message, then the caller’s fallback, then the default', () => {
    expect(errorMessages(error(500, 'It broke.'), { fallback: 'Area' })).toEqual(['It broke.']);
    expect(errorMessages(error(500, ''), { fallback: 'Area' })).toEqual(['Area']);
    expect(errorMessages(error(500, ''))).toEqual(['API request failed']);
    expect(errorMessages('odd')).toEqual(['API request failed']);
  });

  it('should return each message of a 422 separately', () => {
    expect(errorMessages(error(422, 'Invalid', { a: ['One.', 'Two.'], b: ['Three.'] }))).toEqual([
      'One.',
      'Two.',
      'Three.',
    ]);
  });

  it('should show the amounts and suggest a top-up when the balance is too low', () => {
    const errors = { required_amount: 5600, current_balance: 2000, shortfall: 3600 };
    expect(errorMessages(error(402, 'Insufficient wallet balance', errors))).toEqual([
      'Insufficient wallet balance\nRequired amount: ₦5,600\nCurrent balance: ₦2,000\nShortfall: ₦3,600\nPlease top up your wallet to continue',
    ]);
  });

  it('should use a separate message when no response arrives', () => {
    expect(errorMessages(error(0, NETWORK_ERROR))).toEqual([NETWORK_ERROR]);
    expect(errorMessages(error(0, NETWORK_ERROR), { thrown: 'Nothing was delivered.' })).toEqual([
      'Nothing was delivered.',
    ]);
  });
});

const user = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  wallet_balance: 0,
  created_at: '2026-01-01T00:00:00Z',
  email_verified_at: null,
};

const post = (path: string, body: unknown) =>
  http(path, { method: 'POST', body: JSON.stringify(body) });

const expectError = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('The call succeeded')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error as Error)),
  );

describe('http', () => {
  const api = serveApi();

  beforeEach(() => session.start({ token: 'secret', user }));

  it('should send the token except to public authentication endpoints', async () => {
    for (const path of ['/wallet', '/auth/logout', '/auth/login', '/auth/config']) {
      api.on(`GET ${path}`, { body: { success: true } });
      await http(`/api/v1${path}`);
    }
    expect(api.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/wallet', 'Bearer secret'],
      ['/auth/logout', 'Bearer secret'],
      ['/auth/login', undefined],
      ['/auth/config', undefined],
    ]);
  });

  it('should throw the server’s error with its request id', async () => {
    api.on('GET /wallet', {
      status: 503,
      headers: { 'Retry-After': '7' },
      body: { success: false, code: 'DOWN', message: 'Down for a minute', request_id: 'r-1' },
    });
    expect(await expectError(http('/api/v1/wallet'))).toMatchObject({
      status: 503,
      code: 'DOWN',
      message: 'Down for a minute',
      requestId: 'r-1',
      retryAfter: 7,
      outcomeUnknown: true,
    });
  });

  it('should throw an ApiError for a response that is not JSON', async () => {
    api.on('GET /wallet', { status: 502, headers: { 'X-Request-Id': 'r-2' }, body: '<html>' });
    expect(await expectError(http('/api/v1/wallet'))).toMatchObject({
      status: 502,
      code: 'HTTP_502',
      message: '',
      requestId: 'r-2',
    });
  });

  it('should treat a 200 with success false as an error', async () => {
    api.on('GET /wallet', { body: { success: false, message: 'Not today.' } });
    expect(await expectError(http('/api/v1/wallet'))).toMatchObject({
      message: 'Not today.',
      outcomeUnknown: false,
    });
  });

  it('should read field errors from 422 responses only', async () => {
    api.on('GET /a', {
      status: 422,
      body: { message: 'x', errors: { email: ['Taken.'], name: 'Odd.', n: 4 } },
    });
    api.on('GET /b', { status: 402, body: { message: 'x', errors: { shortfall: 5 } } });
    expect((await expectError(http('/api/v1/a'))).fieldErrors).toEqual({
      email: ['Taken.'],
      name: ['Odd.'],
    });
    const short = await expectError(http('/api/v1/b'));
    expect([short.fieldErrors, short.errors]).toEqual([{}, { shortfall: 5 }]);
  });

  it('should report a lost connection as status 0', async () => {
    const lost = await ApiServer.start();
    await lost.stop();
    api.isDown = true;
    const error = await expectError(http('/api/v1/wallet'));
    expect([error.status, error.message]).toEqual([0, NETWORK_ERROR]);
  });

  describe('calls that move money', () => {
    const keys = () => api.received.map(({ headers }) => headers['idempotency-key']);

    it('should carry an idempotency key, unlike other calls', async () => {
      api.on('POST /proxies/buy', { body: {} });
      api.on('POST /pricing', { body: {} });
      await post('/api/v1/proxies/buy', { a: 1 });
      await post('/api/v1/pricing', { a: 1 });
      expect(keys()).toEqual([expect.stringMatching(/^[0-9A-Z]{32}$/), undefined]);
    });

    it('should reuse the key until the result is shown', async () => {
      const responses = [500, 503, 201, 201, 201];
      api.on('POST /proxies/buy', () => ({ status: responses.shift(), body: {} }));
      await expectError(post('/api/v1/proxies/buy', { a: 1 }));
      await expectError(post('/api/v1/proxies/buy', { a: 1 }));
      await post('/api/v1/proxies/buy', { a: 1 });
      expect(await post('/api/v1/proxies/buy', { a: 1 })).toEqual({
        message: 'This was done a moment ago. Nothing was charged again.',
      });
      confirmAnswers();
      expect(await post('/api/v1/proxies/buy', { a: 1 })).toEqual({});
      const [first, ...others] = keys();
      expect(others.slice(0, 3)).toEqual([first, first, first]);
      expect(others[3]).not.toBe(first);
    });

    it.each([401, 403, 429, 409])(
      'should keep the key of a request without an answer when its repetition gets a %s',
      async (status) => {
        const responses = [503, status, 201];
        api.on('POST /proxies/buy', () => ({
          status: responses.shift(),
          body: { code: 'IDEMPOTENCY_IN_PROGRESS' },
        }));
        for (const _failure of [1, 2]) {
          await expectError(post('/api/v1/proxies/buy', { b: status }));
          session.start({ token: 'secret', user });
        }
        await post('/api/v1/proxies/buy', { b: status });
        expect(new Set(keys()).size).toBe(1);
      },
    );

    it('should say what the end of the session means for the money', async () => {
      api.on('POST /proxies/buy', { status: 401, body: { message: 'Please sign in.' } });
      await expectError(post('/api/v1/proxies/buy', { c: 1 }));
      expect(endNotice.get()).toBe('Your session ended. Nothing was charged.');
      session.start({ token: 'secret', user });
      expect(endNotice.get()).toBeNull();
      api.on('POST /proxies/buy', { status: 503, body: {} });
      await expectError(post('/api/v1/proxies/buy', { c: 1 }));
      api.on('POST /proxies/buy', { status: 401, body: {} });
      await expectError(post('/api/v1/proxies/buy', { c: 1 }));
      expect(endNotice.get()).toMatch('your first try may have been charged');
    });

    it('should use a new key for a different order and after a 4xx', async () => {
      api.on('POST /proxies/buy', { status: 402, body: {} });
      await expectError(post('/api/v1/proxies/buy', { a: 1 }));
      await expectError(post('/api/v1/proxies/buy', { a: 1 }));
      await expectError(post('/api/v1/proxies/buy', { a: 2 }));
      expect(new Set(keys()).size).toBe(3);
    });
  });

  it('should end the session once for many 401 responses', async () => {
    api.on('GET /wallet', { status: 401, body: { message: 'Please sign in.' } });
    const endings: unknown[] = [];
    const forget = session.onEnd((ending) => endings.push(ending));
    await Promise.allSettled(Array.from({ length: 10 }, () => http('/api/v1/wallet')));
    forget();
    expect(endings).toEqual([{ reason: 'expired', message: 'Please sign in.' }]);
    expect([localStorage.getItem(TOKEN_KEY), localStorage.getItem(USER_KEY)]).toEqual([null, null]);
  });

  it('should ignore a 401 for an older token', async () => {
    api.on('GET /wallet', () => {
      session.start({ token: 'newer', user });
      return { status: 401, body: {} };
    });
    await expectError(http('/api/v1/wallet'));
    expect(session.token()).toBe('newer');
  });

  it('should send a call of its own for one that can be aborted', async () => {
    api.on('POST /quote', { body: { success: true } });
    const first = new AbortController();
    const ask = ({ signal }: AbortController) =>
      http('/api/v1/quote', { method: 'POST', body: '{}', signal });
    const aborted = ask(first).catch(() => 'aborted');
    const next = ask(new AbortController());
    first.abort();
    expect([await aborted, await next]).toEqual(['aborted', { success: true }]);
  });

  it('should deduplicate identical writes in flight only', async () => {
    api.on('POST /proxies/rename', { body: { success: true } });
    const write = (name: string) =>
      http('/proxies/rename', { method: 'POST', body: JSON.stringify({ name }) });
    await Promise.all([write('a'), write('a'), write('b')]);
    expect(api.calls('POST /proxies/rename').map(({ body }) => body)).toEqual(
      expect.arrayContaining([{ name: 'a' }, { name: 'b' }]),
    );
    expect(api.calls('POST /proxies/rename')).toHaveLength(2);
    await write('a');
    expect(api.calls('POST /proxies/rename')).toHaveLength(3);
  });
});

describe('a mutation started twice before its button is disabled', () => {
  const api = serveApi();

  it('should send one request and succeed', async () => {
    const answer = api.hold('POST /things', { body: { success: true } });
    function Start() {
      const { isPending, isSuccess, mutate } = useMutation({
        mutationFn: () => http('/things', { method: 'POST', body: '{}' }),
      });
      return (
        <button disabled={isPending} onClick={() => mutate()}>
          {isSuccess ? 'Done' : 'Start'}
        </button>
      );
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Start />
      </QueryClientProvider>,
    );
    await clickTwice(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('button')).toBeDisabled());
    answer();
    await screen.findByRole('button', { name: 'Done' });
    expect(api.calls('POST /things')).toHaveLength(1);
  });
});
