import type { Plugin } from 'vite';

export function articles(): Plugin;
