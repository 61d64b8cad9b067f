// Worker stub. With STUBBORN set it ignores SIGTERM and the end of its parent.
setInterval(() => undefined, 1000);
process.on('SIGTERM', () => process.env.STUBBORN || process.exit(0));
process.on('disconnect', () => process.env.STUBBORN || process.exit(0));
if (process.env.CRASHING_WORKER) {
  console.error('the worker cannot work');
  process.exit(3);
}
process.send('ready');
