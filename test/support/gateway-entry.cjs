// The built gateway with one difference: the port ORIGIN_PORT of this machine counts as public, which no
// configuration allows.
const { runGateway } = require('../../dist/gateway/process/run-gateway.js');

/** Everything is this machine. */
class LoopbackNames {
  resolve() {
    return Promise.resolve(['127.0.0.1']);
  }
}

const origin = Number(process.env.ORIGIN_PORT);
runGateway({ resolver: new LoopbackNames(), allow: (_address, port) => port === origin });
