import { SettingsModule } from '../../../src/settings/settings.module';
import { SettingsEditorService } from '../../../src/settings/settings-editor.service';
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

  describe('that changes them', () => {
    const admin = {
      ...{ userId: 0, name: 'Ngozi', email: 'n@example.com', role: 'admin' as const },
      ...{ sessionId: '', ip: '127.0.0.1', userAgent: 'test' },
    };
    const change = (siteName: string) =>
      testModule.module.get(SettingsEditorService).update(admin, { siteName });

    beforeAll(async () => {
      const [row] = await testModule.sql<{ id: number }>(
        `INSERT INTO users (name, email, role) VALUES ('Ngozi', 'n@example.com', 'admin') RETURNING id`,
      );
      admin.userId = row!.id;
      // What the database announces must not hide what this process does itself.
      await settings.onApplicationShutdown();
    });

    it('should apply a change when the outer unit of work has committed', async () => {
      await settings.current();
      let [markChanged, commit] = [() => {}, () => {}];
      const changed = new Promise<void>((resolve) => (markChanged = resolve));
      const committing = new Promise<void>((resolve) => (commit = resolve));
      const outer = testModule.uow.run(async () => {
        await change('Lagos Proxies');
        markChanged();
        await committing;
      });
      await changed;
      const meanwhile = settings.current();
      commit();
      await outer;
      expect((await meanwhile).siteName).toBe('NairaProxy');
      expect((await settings.current()).siteName).toBe('Lagos Proxies');
    });

    it('should not read settings again after a change that is rolled back', async () => {
      await settings.current();
      const invalidate = jest.spyOn(settings, 'invalidateCache');
      const rolledBack = testModule.uow.run(async () => {
        await change('Draft');
        throw new Error('Rolled back');
      });
      await expect(rolledBack).rejects.toThrow('Rolled back');
      expect(invalidate).not.toHaveBeenCalled();
    });
  });
});
