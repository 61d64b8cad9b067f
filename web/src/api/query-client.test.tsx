import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { serveApi } from '@/testing/api-server';
import { clickTwice } from '@/testing/click-twice';
import { http } from './http';
import { createQueryClient } from './query-client';

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
