import { SettingsModule } from '../../../src/settings/settings.module';
import { SettingsService } from '../../../src/settings/settings.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('SettingsService inside a unit of work', () => {
  let testModule: TestModule;
  let settings: SettingsService;

  beforeAll(async () => {
    testModule = await createTestModule([SettingsModule], { env: { DATABASE_POOL_MAX: '1' } });
    settings = testModule.module.get(SettingsService);
  });
  afterAll(() => testModule.close());

  it('should not wait for a concurrent read that needs the same connection', async () => {
    settings.invalidateCache();
    let markOpen = () => {};
    const open = new Promise<void>((resolve) => (markOpen = resolve));
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    const inside = testModule.uow.run(async () => {
      await testModule.uow.manager.query('SELECT 1');
      markOpen();
      await resumed;
      return settings.current();
    });
    await open;
    const others = settings.current();
    resume();
    expect(await inside).toMatchObject({ siteName: 'NairaProxy' });
    expect(await others).toMatchObject({ siteName: 'NairaProxy' });
  });

  it('should not cache uncommitted settings', async () => {
    settings.invalidateCache();
    const rolledBack = testModule.uow.run(async () => {
      await testModule.uow.manager.query(
        `INSERT INTO setting (key, value) VALUES ('siteName', '"Draft"')`,
      );
      expect((await settings.current()).siteName).toBe('Draft');
      throw new Error('Rolled back');
    });
    await expect(rolledBack).rejects.toThrow('Rolled back');
    expect((await settings.current()).siteName).toBe('NairaProxy');
  });
});
