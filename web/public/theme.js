// Runs before the first paint, so that a stored theme never flashes the other one.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('nairaproxy.theme');
  } catch (error) {
    stored = null;
  }
  var dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
