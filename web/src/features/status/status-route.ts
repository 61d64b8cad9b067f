export { default as Component } from './status-page';
export { readStatus as loader } from '@/api/status';
