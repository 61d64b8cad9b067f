import { describeInBrowser, startBrowserTestApp } from '../support/browser/browser-test-app';
import { testAdminJourney } from './admin-journey.suite';
import { testAdminScreens } from './admin-screens.suite';
import { testNetworks } from './networks.suite';
import { testSupportJourney } from './support-journey.suite';
import { testSupply } from './supply.suite';

jest.setTimeout(240_000);

describeInBrowser('staff', () => {
  const getApp = startBrowserTestApp();
  testAdminScreens(getApp);
  testAdminJourney(getApp);
  testSupportJourney(getApp);
  // Last, because they remove the networks.
  testNetworks(getApp);
  testSupply(getApp);
});
