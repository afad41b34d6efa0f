import { serveTasks } from '../../../processes/serve-tasks.ts'
import { readDays } from './read-days.ts'
import { icsLimits } from './read-in-process.ts'

// This runs in a separate process (read-in-process.ts).

serveTasks(icsLimits, readDays)
