// Flags of the server process, shared by `npm start` and `npm run bench`
import { join } from 'node:path'
import { root } from './prepare.js'

export const serverEntry = 'dist/app/main.js'

// A small young generation and an early first collection keep the idle process half as large. With a limit below 2 GB, V8
// collects the garbage of long work, such as an export, when it is half as large as what is in use instead of three times
// (docs/decisions/004-memory.md).
export const serverFlags = [
  '--max-semi-space-size=2',
  '--initial-old-space-size=30',
  '--max-old-space-size=768',
]

/**
 * The compile cache makes the start a tenth faster. With two pools of native memory instead of eight, threads reuse the
 * memory that other threads have freed (docs/decisions/004-memory.md).
 */
export function serverEnvironment() {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    MALLOC_ARENA_MAX: '2',
  }
}
