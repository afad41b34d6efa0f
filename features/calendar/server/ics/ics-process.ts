import { serveTasks } from '../../../../core/server/processes/serve-tasks.ts'
import { readDays } from './read-days.ts'

// This runs in a separate process (read-in-process.ts).

serveTasks(readDays)
