import { AdvisoryLock } from './advisory-locks';

it('should give each lock a number of its own', () => {
  const numbers = Object.values(AdvisoryLock);
  expect(new Set(numbers).size).toBe(numbers.length);
});
