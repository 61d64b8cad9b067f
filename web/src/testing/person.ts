import userEvent from '@testing-library/user-event';

/** Whoever uses the screen of a test, without a pause between key presses. */
export const person = userEvent.setup({ delay: null });
