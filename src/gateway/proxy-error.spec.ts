import { PROXY_ERROR_HELP, PROXY_ERROR_REASONS } from '../common/gateway/proxy-errors';
import { PROXY_ERRORS } from './proxy-error';

describe('The texts of refusals', () => {
  it.each(Object.keys(PROXY_ERRORS) as (keyof typeof PROXY_ERRORS)[])(
    'tell what %s means and how to fix it',
    (reason) => {
      const { title, cause, howToFix } = PROXY_ERROR_HELP[reason];
      expect(title).toMatch(/^[A-Z][a-z, ]+$/);
      for (const sentence of [cause, howToFix]) expect(sentence).toMatch(/^[A-Z].{15,}\.$/);
    },
  );

  it('have a name of their own, and none is left over', () => {
    const titles = Object.values(PROXY_ERROR_HELP).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(Object.keys(PROXY_ERROR_HELP).sort()).toEqual([...PROXY_ERROR_REASONS].sort());
    expect(Object.keys(PROXY_ERRORS).sort()).toEqual([...PROXY_ERROR_REASONS].sort());
  });
});
