import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { theme } from 'antd';
import { buildTheme, loadRules } from './antd-theme';
import { adminAccent, palette, type Scheme } from './tokens';

const schemes: Scheme[] = ['light', 'dark'];

/** WCAG 2 contrast of two #rrggbb colours. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const toHex = (colour: string): string =>
  /^#[0-9a-f]{3}$/i.test(colour) ? `#${[...colour.slice(1)].map((c) => c + c).join('')}` : colour;

const surfaces = ['bg', 'surface', 'raised', 'sunken'] as const;

const texts = [
  'text',
  'soft',
  'muted',
  'accent-text',
  'success',
  'warning',
  'danger',
  'info',
] as const;

const pairs = [
  ...texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-brand', 'brand'],
  ['accent-text', 'accent-soft'],
  ['accent-text', 'accent-soft-hover'],
  ['text', 'accent-soft'],
  ['soft', 'accent-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['info', 'info-soft'],
  ['soft', 'info-soft'],
] as const;

describe.each(schemes)('the %s theme', (scheme) => {
  const colours = palette[scheme];

  it.each(pairs)('%s on %s has AA contrast', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('should have AA contrast in the admin area', () => {
    const sheet = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
    const selector =
      scheme === 'light' ? "\n[data-area='admin']" : "[data-theme='dark'][data-area='admin']";
    const block = sheet.slice(sheet.indexOf(`${selector} {`)).split('}')[0] ?? '';
    const written = Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    expect(written).toMatchObject(adminAccent[scheme]);
    const all: Record<string, string> = { ...colours, ...written };
    for (const [text, ground] of [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['accent-text', 'surface'],
      ['accent-text', 'accent-soft'],
      ['on-side', 'side'],
      ['on-side', 'side-active'],
      ['side-soft', 'side'],
      ['violet', 'violet-soft'],
    ] as const)
      expect([text, ground, contrast(all[text] ?? '', all[ground] ?? '') >= 4.5]).toEqual([
        text,
        ground,
        true,
      ]);
  });

  it('should have AA contrast on a dangerous primary button', () => {
    const config = buildTheme(scheme);
    const token = theme.getDesignToken(config);
    const text = config.components?.Button?.dangerColor ?? token.colorTextLightSolid;
    for (const ground of [token.colorError, token.colorErrorHover, token.colorErrorActive])
      expect([ground, contrast(toHex(text), toHex(ground)) >= 4.5]).toEqual([ground, true]);
  });

  it.each(['customer', 'admin'] as const)(
    'should have AA contrast on what is chosen, hovered and pressed in the %s area',
    (area) => {
      const config = buildTheme(scheme, area);
      const token = theme.getDesignToken(config);
      const button = { ...token, ...config.components?.Button };
      const low = [
        // A filled button.
        ...[button.colorPrimaryBg, button.colorPrimaryBgHover, button.colorPrimaryBorder].map(
          (ground) => ['colorPrimary', token.colorPrimary, ground] as const,
        ),
        // An option of a list: chosen, and chosen under the pointer.
        ...[token.controlItemBgActive, token.controlItemBgActiveHover].map(
          (ground) => ['colorText', token.colorText, ground] as const,
        ),
        ...[token.colorLinkHover, token.colorLinkActive, token.colorPrimaryHover].map(
          (text) => ['link', text, token.colorBgContainer] as const,
        ),
      ].filter(([, text, ground]) => contrast(toHex(text), toHex(ground)) < 4.5);
      expect(low).toEqual([]);
      // The ring of what has the focus.
      expect(contrast(token.colorPrimaryBorder, token.colorBgContainer)).toBeGreaterThanOrEqual(3);
    },
  );

  it('should have AA contrast on coloured tags', () => {
    const token = theme.getDesignToken(buildTheme(scheme));
    for (const [text, ground] of [
      [token.gold7, token.gold1],
      [token.green7, token.green1],
      [token.red7, token.red1],
    ] as const)
      expect([text, contrast(text, ground) >= 4.5]).toEqual([text, true]);
  });

  it('should give Ant Design no text colour below AA contrast', () => {
    const token = theme.getDesignToken(buildTheme(scheme));
    for (const colour of [
      token.colorText,
      token.colorTextSecondary,
      token.colorTextDescription,
      token.colorTextPlaceholder,
      token.colorErrorText,
    ]) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
      expect(contrast(colour, token.colorBgContainer)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('should equal tokens.css', () => {
    const sheet = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
    const selector = scheme === 'light' ? ':root' : "[data-theme='dark']";
    const block = sheet.slice(sheet.indexOf(`${selector} {`)).split('}')[0] ?? '';
    const written = Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
    );
    expect(written).toEqual(colours);
  });
});

describe('the rules of Ant Design', () => {
  beforeEach(() => document.head.replaceChildren());

  const addLink = (rel: string): HTMLLinkElement => {
    const link = document.createElement('link');
    link.dataset.antd = '';
    link.rel = rel;
    document.head.append(link);
    return link;
  };

  /** As a browser does before the event; jsdom loads nothing. */
  const setSheet = (link: HTMLLinkElement) =>
    Object.defineProperty(link, 'sheet', { value: new CSSStyleSheet() });

  it('should be written in the browser where no style sheet has them', async () => {
    expect(buildTheme('light').zeroRuntime).toBe(false);
    await expect(loadRules()).resolves.toBeUndefined();
  });

  it('should be loaded on the way from a public page to the app', async () => {
    const link = addLink('');
    const loaded = loadRules();
    expect(link.rel).toBe('stylesheet');
    setSheet(link);
    link.dispatchEvent(new Event('load'));
    await loaded;
    expect(buildTheme('light').zeroRuntime).toBe(true);
  });

  it('should be awaited as rules, not only as a preloaded file', async () => {
    const link = addLink('preload');
    let isLoaded = false;
    const loaded = loadRules().then(() => (isLoaded = true));
    expect(link.rel).toBe('stylesheet');
    link.dispatchEvent(new Event('load'));
    await Promise.resolve();
    expect(isLoaded).toBe(false);
    setSheet(link);
    link.dispatchEvent(new Event('load'));
    await loaded;
  });

  it('should not be awaited where the HTML has loaded them', async () => {
    setSheet(addLink('stylesheet'));
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
