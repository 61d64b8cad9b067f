// API stub for supervisor tests: serves /health/ready and stops on SIGTERM.
const { createServer } = require('node:http');
const server = createServer((request, response) => {
  response.statusCode = request.url === '/health/ready' ? 200 : 404;
  response.end(process.env.DATABASE_URL ? 'ready' : 'no database');
});
server.listen(Number(process.env.PORT), 'localhost', () => process.send('ready'));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
console.log(JSON.stringify({ level: 30, msg: 'stand-in up' }));
