import { refusalsOf } from '../../common/errors/domain-error';

export const refuse = refusalsOf({
  not_found: {
    INCIDENT_NOT_FOUND: 'We couldn’t find that incident.',
  },
  conflict: {
    INCIDENT_RESOLVED: 'This incident is resolved. Open a new one.',
  },
});
