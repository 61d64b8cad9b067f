import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { isDatabaseUnavailable } from './pg-errors';

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const failedQuery = (code: string) => new QueryFailedError('SELECT 1', [], withCode(code));

describe('isDatabaseUnavailable', () => {
  it.each([
    ['a statement that took too long', failedQuery('57014')],
    ['a lock that was not free in time', failedQuery('55P03')],
    ['a server that shuts down', failedQuery('57P01')],
    ['a server that starts', withCode('57P03')],
    ['a lost connection', failedQuery('08006')],
    ['too many connections', withCode('53300')],
    ['a primary that has become a standby', failedQuery('25006')],
    ['a deadlock after the last retry', failedQuery('40P01')],
    ['a closed port', withCode('ECONNREFUSED')],
    ['a host with several addresses', new AggregateError([withCode('ECONNREFUSED')])],
    ['a full pool', new Error('timeout exceeded when trying to connect')],
    ['a connection that breaks', new Error('Connection terminated unexpectedly')],
    ['a transaction whose connection was lost', new QueryRunnerAlreadyReleasedError()],
    ['a query on such a connection', new QueryRunnerProviderAlreadyReleasedError()],
  ])('should recognize %s', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a violated constraint', failedQuery('23505')],
    ['a missing table', failedQuery('42P01')],
    ['a raised exception', failedQuery('P0001')],
    ['a defect', new TypeError('x is undefined')],
    ['text', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('should not take %s for it', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
