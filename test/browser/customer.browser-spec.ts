import { describeInBrowser, startBrowserTestApp } from '../support/browser/browser-test-app';
import { testBehaviour } from './behaviour.suite';
import { testCustomerJourney } from './customer-journey.suite';
import { testCustomerScreens } from './customer-screens.suite';
import { testKeyboard } from './keyboard.suite';
import { testTeam } from './team.suite';
import { testUseJourney } from './use-journey.suite';

jest.setTimeout(240_000);

describeInBrowser('visitors and customers', () => {
  const getApp = startBrowserTestApp();
  testCustomerScreens(getApp);
  testKeyboard(getApp);
  testBehaviour(getApp);
  testCustomerJourney(getApp);
  testUseJourney(getApp);
  testTeam(getApp);
});
