import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSourceApart } from '../server/sources/open-source-apart.ts'
import { listAll, makeFile, makeFolder, open } from '../testing/read-source.ts'
import { wordpressExport } from '../testing/wordpress-export.ts'
import { writeZip } from '../testing/zip.ts'

async function openApart(file: string, { uploads, stop = new AbortController() }: Options = {}) {
  const source = await openSourceApart({ file, ...(uploads !== undefined && { uploads }) }, stop.signal)
  onTestFinished(() => source.close())
  return source
}

type Options = { uploads?: string; stop?: AbortController }

const wordpress = async (posts: number, content = '<p>Words</p>') =>
  (
    await listAll(
      wordpressExport({ posts: Array.from({ length: posts }, (_, index) => ({ id: index + 1, content })) }),
    )
  ).join('')

/** Ids of the processes that read sources, also of those whose end this process has not noticed yet */
const readers = () =>
  execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) =>
        Number(parent) === process.pid && /source-process|<defunct>/.test(args.join(' ')),
    )
    .map(([pid]) => Number(pid))

async function endReaders() {
  for (const pid of readers()) process.kill(pid, 'SIGKILL')
  await expect.poll(readers, { timeout: 60_000 }).toEqual([])
}

test('a source that another process reads has the same entries, from any of them on', async () => {
  const file = makeFile('site.xml', await wordpress(120))
  const here = JSON.parse(JSON.stringify(await listAll((await open(file)).entries())))
  const apart = await openApart(file)
  expect(apart).toMatchObject({ format: 'wordpress', siteUrl: 'https://old.example' })
  expect(await listAll(apart.entries())).toEqual(here)
  expect(await listAll(apart.entries(100))).toEqual(here.slice(100))
  expect(await listAll(apart.entries(3))).toEqual(here.slice(3))
})

test('files are found and copied there, and refusals come in the same words', async () => {
  const file = makeFile('site.xml', await wordpress(1))
  const uploads = join(makeFolder(), 'uploads.zip')
  await writeZip(uploads, [{ path: 'wp-content/uploads/2024/05/desk.jpg', content: 'desk' }])
  const source = await openApart(file, { uploads })
  expect(await source.findFile('https://old.example/wp-content/uploads/none.jpg', {})).toBeUndefined()
  const found = await source.findFile('https://old.example/wp-content/uploads/2024/05/desk.jpg', {})
  if (!found) throw new Error('the picture was not found')
  expect(found).toEqual({ path: 'wp-content/uploads/2024/05/desk.jpg', bytes: 4 })
  const target = join(makeFolder(), 'copy')
  expect(await source.copyFile(found, target)).toMatchObject({ bytes: 4 })
  expect(readFileSync(target, 'utf8')).toBe('desk')
  await expect(openApart(makeFile('a.xml', '<rss>'))).rejects.toThrow(/in the middle|neither a WordPress/)
})

test('an entry that is longer than a message may be is left out, and the next one is read', async () => {
  const item = (title: string, text: string) =>
    `<item><title>${title}</title><description>${text}</description></item>`
  const feed = `<rss><channel>${item('Long', 'x'.repeat(5000))}${item('Short', 'x')}</channel></rss>`
  const { signal } = new AbortController()
  const source = await openSourceApart({ file: makeFile('feed.xml', feed) }, signal, { maxEntry: 5000 })
  onTestFinished(() => source.close())
  expect((await listAll(source.entries())).slice(0, 2)).toMatchObject([
    { type: 'problem', note: { about: 'Long', detail: expect.stringContaining('too long to be imported') } },
    { type: 'post', title: 'Short' },
  ])
})

test('a process that ends, as one without memory does, fails the import in words', async () => {
  const source = await openApart(makeFile('site.xml', await wordpress(120)))
  const reading = source.entries()[Symbol.asyncIterator]()
  await reading.next()
  await endReaders()
  const rest = async () => {
    while (!(await reading.next()).done);
  }
  await expect(rest()).rejects.toThrow('Reading this file takes too much time or memory.')
})

test('a read that is stopped ends at once, with its process', async () => {
  const stop = new AbortController()
  const source = await wordpress(1)
  const long = `<!-- ${'x'.repeat(1_000_000)} -->`.repeat(20)
  const file = makeFile('long.xml', source.replace('<channel>', `<channel>${long}`))
  // Leaves an idle process, so the next one has its task at once.
  await (await openApart(makeFile('short.xml', source))).close()
  await expect.poll(readers).toHaveLength(1)
  const opening = openApart(file, { stop })
  opening.catch(() => {})
  await setImmediate()
  stop.abort(new Error('stopped'))
  await expect(opening).rejects.toThrow('stopped')
  expect(readers()).toEqual([])
})
