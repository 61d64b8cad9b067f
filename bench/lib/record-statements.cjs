'use strict';
// Preloaded into the measured API: between the messages `record` and `stop`, every statement it sends is
// written to RECORD_FILE with what came back, so that the bare driver can send the very same.
const { appendFileSync } = require('node:fs');
const { Client } = require('pg');

const { RECORD_FILE } = process.env;
const query = Client.prototype.query;
let isRecording = false;

process.on('message', (message) => {
  if (message !== 'record' && message !== 'stop') return;
  isRecording = message === 'record';
  process.send(message);
});
process.channel.unref();

Client.prototype.query = function (statement, ...rest) {
  const answer = query.call(this, statement, ...rest);
  // A prepared statement is an object with its text and values.
  const { text, values } =
    typeof statement === 'string' ? { text: statement, values: rest[0] } : statement;
  if (isRecording && typeof text === 'string' && typeof answer?.then === 'function')
    answer.then(
      ({ rows }) =>
        appendFileSync(
          RECORD_FILE,
          `${JSON.stringify({ text, values: written(values), rows: rows.slice(0, 3) })}\n`,
        ),
      () => undefined,
    );
  return answer;
};

const written = (values) =>
  (values ?? []).map((value) =>
    Buffer.isBuffer(value)
      ? `\\x${value.toString('hex')}`
      : value instanceof Date
        ? value.toISOString()
        : value,
  );
