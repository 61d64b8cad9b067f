import { SettingsModule } from '../../../src/settings/settings.module';
import { SettingsService } from '../../../src/settings/settings.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('The settings, asked for inside a unit of work', () => {
  let testModule: TestModule;
  let settings: SettingsService;

  beforeAll(async () => {
    testModule = await createTestModule([SettingsModule], { env: { DATABASE_POOL_MAX: '1' } });
    settings = testModule.module.get(SettingsService);
  });
  afterAll(() => testModule.close());

  it('wait for no reading of others, who may be waiting for the connection of this one', async () => {
    settings.invalidateCache();
    let isOpen = () => {};
    const open = new Promise<void>((resolve) => (isOpen = resolve));
    let mayAsk = () => {};
    const goOn = new Promise<void>((resolve) => (mayAsk = resolve));
    const inside = testModule.uow.run(async () => {
      await testModule.uow.manager.query('SELECT 1');
      isOpen();
      await goOn;
      return settings.current();
    });
    await open;
    const others = settings.current();
    mayAsk();
    expect(await inside).toMatchObject({ siteName: 'NairaProxy' });
    expect(await others).toMatchObject({ siteName: 'NairaProxy' });
  });

  it('are not remembered as a unit of work sees them that may come to nothing', async () => {
    settings.invalidateCache();
    const undone = testModule.uow.run(async () => {
      await testModule.uow.manager.query(
        `INSERT INTO setting (key, value) VALUES ('siteName', '"Draft"')`,
      );
      expect((await settings.current()).siteName).toBe('Draft');
      throw new Error('It comes to nothing');
    });
    await expect(undone).rejects.toThrow('comes to nothing');
    expect((await settings.current()).siteName).toBe('NairaProxy');
  });
});
