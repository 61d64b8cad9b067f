export { default as Component } from './landing-page';
export { landingLoader as loader } from './landing-data';
