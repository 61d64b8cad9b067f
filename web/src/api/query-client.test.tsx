import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { tapTwice } from '@/testing/taps';
import { createQueryClient } from './query-client';

describe('a button that starts something', () => {
  it('is closed before a second tap can reach it', async () => {
    const start = jest.fn(() => new Promise<void>(() => undefined));
    function Start() {
      const { isPending, mutate } = useMutation({ mutationFn: start });
      return (
        <button disabled={isPending} onClick={() => mutate()}>
          Start
        </button>
      );
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Start />
      </QueryClientProvider>,
    );
    await tapTwice(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('button')).toBeDisabled());
    expect(start).toHaveBeenCalledTimes(1);
  });
});
