export * from '../../../src/sandbox/networks/backconnect-gateway';
