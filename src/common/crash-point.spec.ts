import { armCrashPoint, crashPoint } from './crash-point';

describe('A crash point', () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  afterEach(() => {
    armCrashPoint(undefined);
    kill.mockClear();
  });
  afterAll(() => kill.mockRestore());

  it('is passed by where nobody armed it', () => {
    crashPoint('purchase.after-charge');
    armCrashPoint('settle.before-commit');
    crashPoint('purchase.after-charge');
    expect(kill).not.toHaveBeenCalled();
  });

  it('kills its process without a chance to tidy up where it is armed', () => {
    armCrashPoint('job.before-ack/payments.sweep');
    crashPoint('job.before-ack/payments.sweep');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
  });
});
