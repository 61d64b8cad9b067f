// A class is called what it is called in the sheet.
module.exports = new Proxy(
  {},
  { get: (_target, name) => (name === '__esModule' ? false : String(name)) },
);
