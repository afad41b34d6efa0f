import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ghostExport } from '../../testing/ghost-export.ts'
import { listAll, makeFile, makeFolder, open } from '../../testing/read-source.ts'
import { wordpressExport } from '../../testing/wordpress-export.ts'
import { buildRawZip } from '../../testing/zip.ts'
import { openSource } from './open-source.ts'
import { SourceError } from './source.ts'

const wordpress = async () => (await listAll(wordpressExport({ posts: [{ id: 1 }] }))).join('')
const ghost = () => [...ghostExport({ posts: [{ id: '1' }] })].join('')
const feed = '<rss version="2.0"><channel><item><title>a</title></item></channel></rss>'

test('a format is recognized by the content of a file, whatever its name is', async () => {
  expect((await open(makeFile('a.bin', await wordpress()))).format).toBe('wordpress')
  expect((await open(makeFile('a.bin', ghost()))).format).toBe('ghost')
  expect((await open(makeFile('a.bin', `\uFEFF <!-- a --><?xml version="1.0"?>${feed}`))).format).toBe('feed')
  expect((await open(makeFile('a.bin', '---\ntitle: a\n---\n'))).format).toBe('markdown')
  expect((await open(makeFile('a.md', '<p>a</p>'))).format).toBe('markdown')
  expect((await open(makeFile('upload-7', buildRawZip([{ name: 'a.md' }])))).format).toBe('markdown')
})

test('a zip or folder is what the export in it is', async () => {
  const zip = async (...names: [string, string][]) =>
    (await open(makeFile('a.zip', buildRawZip(names.map(([name, content]) => ({ name, content })))))).format
  expect(await zip(['a/b.xml', await wordpress()], ['a/readme.md', 'x'], ['a/package.json', '{}'])).toBe(
    'wordpress',
  )
  expect(await zip(['b.json', ghost()], ['c.xml', feed])).toBe('ghost')
  expect(await zip(['b.xml', feed])).toBe('feed')
  expect(await zip(['b.xml', feed], ['posts/c.md', 'x'])).toBe('markdown')
})

test.each([
  ['an empty file', 'a.xml', '', 'This file is empty.'],
  ['a web page', 'a.html', '<!doctype html><html><body>a</body></html>', 'This is a web page.'],
  ['other XML', 'a.xml', '<?xml version="1.0"?><svg></svg>', 'neither a WordPress export nor a feed'],
  ['other JSON', 'a.json', '{"a":1}', 'not an export of Ghost'],
  ['a table', 'a.csv', 'email,name\n', 'This is a table. People can’t be imported.'],
  ['a picture', 'a.md', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'This file can’t be imported.'],
  ['another archive', 'a.tgz', gzipSync('a'), 'an archive of another kind'],
  [
    'a zip in a zip',
    'a.zip',
    buildRawZip([{ name: 'b.zip', content: buildRawZip([{ name: 'c.md' }]) }]),
    'Unpack the outer one',
  ],
  ['a zip without an export', 'a.zip', buildRawZip([{ name: 'a.bin' }]), 'There is nothing here to import.'],
  [
    'a zip of images',
    'a.zip',
    buildRawZip([{ name: 'b/a.JPG' }, { name: 'b.png' }]),
    'This has only images.',
  ],
  [
    'a document',
    'a.docx',
    buildRawZip([{ name: '[Content_Types].xml' }, { name: 'word/media/image1.jpg' }]),
    'This is a document of an office program.',
  ],
  ['a backup', 'a.zip', buildRawZip([{ name: 'backup.json' }]), 'This is a backup of this software.'],
  ['an empty zip', 'a.zip', buildRawZip([]), 'There is nothing here to import.'],
])('%s is refused in words', async (_, name, content, message) => {
  const opening = openSource({ file: makeFile(name, content) })
  await expect(opening).rejects.toBeInstanceOf(SourceError)
  await expect(opening).rejects.toThrow(message)
})

test('uploads that are no archive, and files that do not exist, are refused in words', async () => {
  const file = makeFile('a.xml', await wordpress())
  await expect(open(file, makeFile('b.jpg', 'x'))).rejects.toThrow(
    'The uploads must be a zip file, a tar file, or a folder.',
  )
  await expect(open(file, '/nowhere/at-all')).rejects.toThrow('There is no file “at-all”.')
  await expect(open('/nowhere/at-all')).rejects.toThrow('Check its path and try again.')
})

test('uploads may be a folder', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, '2024/05'), { recursive: true })
  writeFileSync(join(folder, '2024/05/desk.jpg'), 'desk')
  const source = await open(makeFile('a.xml', await wordpress()), folder)
  const found = await source.findFile('https://old.example/wp-content/uploads/2024/05/desk.jpg', {})
  expect(found).toMatchObject({ path: '2024/05/desk.jpg', bytes: 4 })
})

test('entities of a document type, and elements that are nested too deeply, are refused or stay text', async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${feed.replace('a</title>', '&b;</title>')}`
  await expect(open(makeFile('a.xml', laughs))).rejects.toThrow('declares entities of its own')
  const external = `<!DOCTYPE rss SYSTEM "file:///etc/passwd">${feed.replace('a</title>', '&xxe;</title>')}`
  const source = await open(makeFile('a.xml', external))
  const [entry] = await listAll(source.entries())
  expect(entry).toMatchObject({ title: '&xxe;' })
  const deep = feed.replace('a</title>', `${'<b>'.repeat(10_000)}</title>`)
  await expect(open(makeFile('a.xml', deep))).rejects.toThrow('nested too deeply')
  const wide = feed.replace('<title>', `${'<b/>'.repeat(100_001)}<title>`)
  await expect(open(makeFile('a.xml', wide))).rejects.toThrow('too many elements')
})

test('a control character in the first post does not hide what a file is', async () => {
  const posts = [{ id: 1, title: 'A\0B', content: 'x\0y' }]
  const text = (await listAll(wordpressExport({ posts }))).join('')
  const [post] = await listAll((await open(makeFile('a.xml', text))).entries())
  expect(post).toMatchObject({ title: 'AB', content: { html: 'xy' } })
})
