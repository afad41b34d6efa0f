import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StartError } from '../../core/server/start-error.ts'
import { openMediaStore } from '../../features/media/server/store.ts'
import { recordActivity } from '../../features/transfer/server/actions.ts'
import { toFile } from '../../features/transfer/server/export/export-zip.ts'
import { writeExport } from '../../features/transfer/server/export/write-export.ts'
import { countWords } from '../../features/transfer/server/sources/texts/note-words.ts'
import { features, sitePages } from '../features.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run export, or npm run export -- FILE'

// `npm run export [-- FILE]`. The app may be running.
await runCommand(async ({ config, open, connect, args }) => {
  const [given, ...more] = args
  if (more.length > 0 || given?.startsWith('-')) throw new StartError(usage)
  const file = resolve(given ?? `export-${new Date().toISOString().slice(0, 10)}.zip`)
  if (existsSync(file))
    throw new StartError(`The file ${file} already exists. Choose another name, or remove it first.`)
  const site = { features, sitePages, connectionString: await open(), config }
  const media = await openMediaStore(config.mediaPlace)
  const counts = await writeExport({ ...site, media, write: toFile(file) }).catch(async (error: unknown) => {
    await rm(file, { force: true })
    throw error
  })
  const { posts, pages, pictures, files, redirects, people, ...others } = counts
  await recordActivity(connect(site.connectionString, 1), { action: 'export-made', by: 'command' })
  return [
    `The export is complete: ${file}`,
    [
      countWords(posts, 'post'),
      countWords(pages, 'page'),
      countWords(pictures, 'image'),
      countWords(files, 'file'),
      countWords(people, 'person', 'people'),
      ...Object.entries(others).map(([name, count]) => countWords(count, name.replace(/s$/, ''))),
    ].join(', '),
    'It holds personal data. Keep it as safe as the server. README.md in it says what is where.',
  ].join('\n')
})
