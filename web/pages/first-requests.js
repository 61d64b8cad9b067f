/* global document, localStorage, location, matchMedia, sessionStorage, window */
/**
 * In the head of a page: requests what the page shows while its scripts are still on their way. The app takes the
 * responses from window.firstRequests (src/api/first-requests.ts).
 * @param {string[]} urls first that of the user, which is requested for every query string
 * @param {boolean} forStaff whether the page belongs to the admin area
 * @param {string[]} scripts which a browser would request before the data if they were links in the page
 * @param {string[]} sidebar scripts of the menu
 */
(function (urls, forStaff, scripts, sidebar) {
  var token, user;
  try {
    // Of the tab, when staff see the account of a customer in it (src/api/session.ts).
    var storage = sessionStorage.getItem('nairaproxy.token') ? sessionStorage : localStorage;
    token = storage.getItem('nairaproxy.token');
    user = JSON.parse(storage.getItem('nairaproxy.user'));
  } catch {
    // Counts as signed out.
  }
  if (!token || !user || user.must_change_password || /admin/.test(user.role) !== forStaff) {
    // The app opens a page of another area: that of this one must not flash.
    document.documentElement.dataset.shell = 'none';
    return;
  }
  var requests = new Map();
  // The parameters of a page change what it requests.
  (location.search ? urls.slice(0, 1) : urls).forEach(function (url) {
    var response = fetch(url, {
      headers: { Accept: 'application/json', Authorization: 'Bearer ' + token },
    });
    response.catch(function () {});
    requests.set(url, response);
  });
  window.firstRequests = { token: token, requests: requests };
  scripts.concat(matchMedia('(min-width: 900px)').matches ? sidebar : []).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.append(link);
  });
});
