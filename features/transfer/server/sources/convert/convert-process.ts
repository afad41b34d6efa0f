import { serveTasks } from '../../../../../core/server/processes/serve-tasks.ts'
import type { ApartTask } from '../read-apart.ts'
import { parseData } from '../texts/parse-data.ts'
import { convert } from './convert.ts'

// This runs in a separate process (../read-apart.ts). It loads the libraries before the first text, so that loading
// does not count against a text's time limit.
convert({ content: { markdown: '# A\n\n| b |\n|---|\n| c |' }, context: { format: 'markdown', title: '' } })
serveTasks((task: ApartTask) => ('data' in task ? parseData(task) : convert(task)))
