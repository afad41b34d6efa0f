import { findWeakness } from '../../../contracts/password-strength.ts'
import type { NewPassword, Weakness } from './find-weakness-in-process.ts'

// A child process that checks one password. Its parent ends it (find-weakness-in-process.ts). The listener stays,
// because without one the process could end before its result has been read.

process.on('message', ({ password, names }: NewPassword) => {
  process.send?.({ advice: findWeakness(password, names) } satisfies Weakness)
})
