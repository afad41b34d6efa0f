import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StartError } from '../../../core/server/start-error.ts'
import type { FeatureCommand } from '../../manifest/command.ts'
import { openMediaStore } from '../../media/server/store.ts'
import { recordActivity } from '../server/actions.ts'
import { toFile } from '../server/export/export-zip.ts'
import { writeExport } from '../server/export/write-export.ts'
import { countWords } from '../server/sources/texts/note-words.ts'

const usage = 'Usage: npm run export, or npm run export -- FILE'

// `npm run export [-- FILE]`. The app may be running.
export const command: FeatureCommand = async ({ config, open, connect, args, features, sitePages }) => {
  const [given, ...more] = args
  if (more.length > 0 || given?.startsWith('-')) throw new StartError(usage)
  const file = resolve(given ?? `export-${new Date().toISOString().slice(0, 10)}.zip`)
  if (existsSync(file))
    throw new StartError(`The file ${file} already exists. Choose another name, or remove it first.`)
  const connectionString = await open()
  const media = await openMediaStore(config.mediaPlace)
  const counts = await writeExport({
    features,
    sitePages,
    config,
    connectionString,
    media,
    write: toFile(file),
  }).catch(async (error: unknown) => {
    await rm(file, { force: true })
    throw error
  })
  const { posts, pages, pictures, files, redirects, people, ...others } = counts
  await recordActivity(connect(connectionString, 1), { action: 'export-made', by: 'command' })
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
}
