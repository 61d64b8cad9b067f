import { theme as antd, type MappingAlgorithm, type ThemeConfig } from 'antd';
import {
  adminAccent,
  adminSide,
  fontFamily,
  monoFamily,
  palette,
  type Area,
  type Scheme,
} from './tokens';

const TOUCH_TARGET = 40;

/**
 * The link to the rules of Ant Design, which the build writes into a style sheet; the development server
 * writes them in the browser. Public pages do without them and have the link without "rel".
 */
const findRules = (): HTMLLinkElement | null =>
  typeof document === 'undefined' ? null : document.querySelector('link[data-antd]');

/** Loads the rules of Ant Design where the page has not. */
export async function loadRules(): Promise<void> {
  const link = findRules();
  if (!link || link.sheet) return;
  await new Promise<void>((resolve, reject) => {
    // A link that only preloads has no sheet at that event.
    link.onload = () => link.sheet && resolve();
    link.onerror = () => {
      link.removeAttribute('rel');
      reject(new Error('Unable to preload CSS of Ant Design.'));
    };
    if (link.rel !== 'stylesheet') link.rel = 'stylesheet';
  });
}

/** The dark algorithm dims its seeds; our dark colours are final and have a tested contrast. */
const keepSeeds: MappingAlgorithm = (seed, map) => ({
  ...(map ?? antd.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
  colorInfo: seed.colorInfo,
  colorLink: seed.colorLink,
});

/** Maps our tokens to Ant Design. Its default text colours miss AA contrast, so all are set. */
export function buildTheme(
  scheme: Scheme,
  area: Area = 'customer',
  { motion = true, isPhone = false } = {},
): ThemeConfig {
  const base = palette[scheme];
  const isAdmin = area === 'admin';
  const colour = isAdmin ? { ...base, ...adminAccent[scheme] } : base;
  const side = isAdmin ? adminSide[scheme].side : colour.surface;
  return {
    algorithm: [scheme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, keepSeeds],
    cssVar: { key: 'app' },
    zeroRuntime: findRules() !== null,
    hashed: false,
    token: {
      colorPrimary: colour.accent,
      colorPrimaryHover: colour['accent-hover'],
      colorPrimaryActive: colour['accent-hover'],
      colorPrimaryText: colour['accent-text'],
      colorPrimaryBg: colour['accent-soft'],
      colorPrimaryBgHover: colour['accent-soft-hover'],
      // Also the ring of what has the focus.
      colorPrimaryBorder: colour.accent,
      colorLink: colour['accent-text'],
      colorLinkHover: colour['accent-hover'],
      colorLinkActive: colour['accent-hover'],
      colorSuccess: colour.success,
      colorWarning: colour.warning,
      colorError: colour.danger,
      colorErrorText: colour.danger,
      // Text and ground of tags with these names.
      gold1: colour['warning-soft'],
      gold7: colour.warning,
      green1: colour['success-soft'],
      green7: colour.success,
      red1: colour['danger-soft'],
      red7: colour.danger,
      colorErrorHover: colour['danger-hover'],
      colorErrorActive: colour['danger-hover'],
      colorInfo: colour.info,
      colorSuccessBg: colour['success-soft'],
      colorWarningBg: colour['warning-soft'],
      colorErrorBg: colour['danger-soft'],
      colorInfoBg: colour['info-soft'],
      colorSuccessBorder: colour.line,
      colorWarningBorder: colour.line,
      colorErrorBorder: colour.line,
      colorInfoBorder: colour.line,
      colorText: colour.text,
      colorTextSecondary: colour.soft,
      colorTextTertiary: colour.muted,
      colorTextQuaternary: colour.muted,
      colorTextDescription: colour.muted,
      colorTextPlaceholder: colour.muted,
      colorTextDisabled: colour.muted,
      colorBgLayout: colour.bg,
      colorBgContainer: colour.surface,
      colorBgElevated: colour.raised,
      colorBorder: colour['line-strong'],
      colorBorderSecondary: colour.line,
      colorSplit: colour.line,
      controlOutline: colour['accent-soft'],
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize: 14,
      fontSizeLG: 15,
      fontWeightStrong: 600,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      controlHeight: isPhone ? TOUCH_TARGET : 36,
      controlHeightSM: 28,
      controlHeightLG: 44,
      wireframe: false,
      motion,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        primaryColor: colour['on-accent'],
        dangerColor: colour['on-danger'],
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // Ground of a filled button that is pressed; base.css has the ring.
        colorPrimaryBorder: colour['accent-soft-hover'],
        fontWeight: 600,
        contentFontSizeSM: 13,
        paddingInlineSM: 9,
      },
      Card: { headerFontSize: 15, headerHeight: 48, headerPadding: 16, bodyPadding: 16 },
      Form: { labelColor: colour.soft, itemMarginBottom: 20, verticalLabelPadding: '0 0 6px' },
      Layout: {
        bodyBg: colour.bg,
        headerBg: side,
        headerHeight: 56,
        lightSiderBg: side,
      },
      Modal: { titleFontSize: 17 },
      Table: {
        headerBg: colour.surface,
        headerColor: colour.muted,
        headerSplitColor: 'transparent',
        cellPaddingBlock: 12,
        rowHoverBg: colour.sunken,
      },
      // A white handle would be invisible on the light accent of the dark theme.
      Switch: { handleBg: colour['on-accent'], trackHeight: 24, handleSize: 20 },
      Select: { optionSelectedBg: colour['accent-soft'], optionActiveBg: colour.sunken },
      Tabs: {
        itemSelectedColor: colour['accent-text'],
        itemHoverColor: colour['accent-hover'],
        inkBarColor: colour['accent-text'],
      },
      Radio: { buttonSolidCheckedColor: colour['on-accent'] },
      Input: { hoverBorderColor: colour.muted, activeShadow: `0 0 0 3px ${colour['accent-soft']}` },
    },
  };
}
