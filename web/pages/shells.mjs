const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** Of the screens behind the sign-in: the frame, the heading and empty cards. */
const app = ({ title = '', lead, cards = 0 }) => `
<div class="shell-frame" aria-busy="true">
<div class="shell-side"></div>
<div class="shell-content">
<div class="shell-bar"></div>
<div class="shell-main">
<header><h1>${escapeHtml(title)}</h1>${lead ? `<p>${escapeHtml(lead)}</p>` : ''}</header>
${cards ? `<div class="shell-cards">${'<div></div>'.repeat(cards)}</div>` : ''}
<div class="shell-panel"></div>
</div>
</div>
</div>`;

const auth = () => `
<div aria-busy="true">
<div class="shell-top"></div>
<div class="shell-auth"><div></div></div>
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
