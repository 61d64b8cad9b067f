import { launchChromium } from '../support/chromium';

/** Prints the body of a page that Chromium loads through a proxy: URL, proxy, username, password. */
async function main(): Promise<void> {
  const [url, server, username, password] = process.argv.slice(2) as [
    string,
    string,
    string,
    string,
  ];
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({
      proxy: { server, username, password },
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    await page.goto(url);
    console.log(await page.textContent('body'));
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
