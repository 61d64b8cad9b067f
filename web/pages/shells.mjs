import { readFileSync } from 'node:fs';
import icons from '@ant-design/icons-svg';
import { renderIconDefinitionToSVGElement } from '@ant-design/icons-svg/lib/helpers.js';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

const readMenu = () =>
  JSON.parse(readFileSync(new URL('../src/lib/admin-menu.json', import.meta.url), 'utf8'));

/** Groups of entries: [URLs of its screens, label, icon]. */
const menus = {
  customer: [
    {
      // That of customer-sidebar.tsx, which a test compares.
      entries: [
        [['/dashboard'], 'Dashboard', 'AppstoreOutlined'],
        [['/buyproxy'], 'Buy Proxy', 'ShoppingCartOutlined'],
        [['/transactions'], 'Transactions', 'UnorderedListOutlined'],
        [['/wallet'], 'Wallet', 'WalletOutlined'],
        [['/proxyhistory'], 'Proxy History', 'CloudServerOutlined'],
        [['/usage'], 'Usage', 'BarChartOutlined'],
        [['/profile'], 'Profile', 'UserOutlined'],
      ],
    },
  ],
  admin: readMenu().map(({ label, entries }) => ({
    label,
    entries: entries.map(({ label, icon, screens }) => [
      screens.flatMap(({ to, covers = [] }) => [to, ...covers]),
      label,
      icon,
    ]),
  })),
};

const icon = (name) =>
  renderIconDefinitionToSVGElement(icons[name], {
    extraSVGAttrs: { width: '1em', height: '1em', fill: 'currentColor', 'aria-hidden': 'true' },
  });

const menu = (area, path) =>
  menus[area]
    .map(({ label, entries }) => {
      const links = entries.map(([urls, name, sign]) => {
        const isOpen = urls.some((url) => path === url || path === `${url}/*`);
        return `<a href="${urls[0]}"${isOpen ? ' aria-current="page"' : ''}>${icon(sign)}${escapeHtml(name)}</a>`;
      });
      return `${label ? `<p>${label}</p>` : ''}${links.join('')}`;
    })
    .join('');

const brand = {
  customer:
    '<div class="shell-brand"><img src="/favicon.svg" alt="" width="26" height="26">NairaProxy</div>',
  admin: '<div class="shell-brand">Admin Panel</div>',
};

const bars = (count) => '<i class="shell-line"></i>'.repeat(count);

/** Of the screens behind the sign-in: logo, menu, heading, and lines in place of figures and rows. */
const app = ({ area, path, title = '', lead, cards = 0, compact = false }) => `
<div class="shell-frame" aria-busy="true">
<div class="shell-side">${brand[area]}${area === 'customer' ? `<div class="shell-balance">${bars(2)}</div>` : ''}<nav>${menu(area, path)}</nav></div>
<div class="shell-content">
<div class="shell-sandbox"><span>Sandbox: simulated exits and payments.<span> No real money moves.</span></span></div>
<div class="shell-bar">${icon('MenuOutlined')}${brand[area]}</div>
<div class="shell-main">
<header><h1>${escapeHtml(title)}</h1>${lead ? `<p>${escapeHtml(lead)}</p>` : ''}</header>
${cards ? `<div class="shell-cards${compact ? ' shell-compact' : ''}">${`<div>${bars(2)}</div>`.repeat(cards)}</div>` : ''}
<div class="shell-panel">${`<div>${bars(3)}</div>`.repeat(6)}</div>
</div>
</div>
</div>`;

const auth = () => `
<div aria-busy="true">
<div class="shell-top"></div>
<div class="shell-auth"><div>${bars(7)}</div></div>
</div>`;

/** Of public pages that the build does not render: the header's line. */
const site = () => `
<div aria-busy="true">
<div class="shell-site"></div>
</div>`;

/** What a page shows until React takes over, by the area in pages.json. */
export const shells = {
  site,
  auth,
  customer: app,
  'admin-login': auth,
  admin: app,
};
