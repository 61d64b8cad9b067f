import { refusalsOf } from '../common/errors/domain-error';

export const refuse = refusalsOf({
  not_found: {
    ANNOUNCEMENT_NOT_FOUND: 'We couldn’t find that announcement.',
  },
  conflict: {
    ANNOUNCEMENT_ENDED: 'This announcement has ended. Write a new one.',
  },
});
