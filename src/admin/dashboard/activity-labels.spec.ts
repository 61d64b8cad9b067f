import { AUDIT_ACTIONS } from '../../audit/audit.types';
import { ACTIVITY } from './activity-labels';

// spec: A3.11
it('should have a label for every audit action', () => {
  expect(Object.keys(AUDIT_ACTIONS).filter((action) => !(action in ACTIVITY))).toEqual([]);
});
