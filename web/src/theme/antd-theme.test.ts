import { buildTheme, loadRules } from './antd-theme';

describe('the rules of Ant Design', () => {
  beforeEach(() => document.head.replaceChildren());

  const addLink = (rel: string): HTMLLinkElement => {
    const link = document.createElement('link');
    link.dataset.antd = '';
    link.rel = rel;
    document.head.append(link);
    return link;
  };

  it('should be written in the browser where no style sheet has them', async () => {
    expect(buildTheme('light').zeroRuntime).toBe(false);
    await expect(loadRules()).resolves.toBeUndefined();
  });

  it('should be loaded on the way from a public page to the app', async () => {
    const link = addLink('');
    const loaded = loadRules();
    expect(link.rel).toBe('stylesheet');
    link.dispatchEvent(new Event('load'));
    await loaded;
    expect(buildTheme('light').zeroRuntime).toBe(true);
  });

  it('should not be awaited where the HTML has loaded them', async () => {
    addLink('stylesheet');
    await expect(loadRules()).resolves.toBeUndefined();
  });

  it('should fail like a lost script without a connection', async () => {
    const link = addLink('');
    const loaded = loadRules();
    link.dispatchEvent(new Event('error'));
    await expect(loaded).rejects.toThrow('Unable to preload CSS');
    expect(link.rel).toBe('');
  });
});
