// How the server process is started: `npm start` and `npm run bench` measure and run the same thing.
import { join } from 'node:path'
import { root } from './prepare.js'

// A small young generation and an early first collection keep the idle process half as large
// (docs/decisions/004-memory-flags.md).
export const serverFlags = ['--max-semi-space-size=2', '--initial-old-space-size=30']

/** The compile cache halves the time until the server listens. */
export function serverEnvironment() {
  return { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }
}
