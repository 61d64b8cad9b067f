export * from '../../../src/sandbox/networks/provider-grammars';
