import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { makeWordpressExport, wordpressText } from '../../../testing/make-wordpress-export.ts'
import { fileText, makeFile, makeZip, open, readAll } from '../../../testing/read-source.ts'

test('uploads are found by any address of the old site, and sizes by the original', async () => {
  const uploads = await makeZip({
    'wp-content/uploads/2024/05/desk.jpg': 'desk',
    'wp-content/uploads/2024/05/desk-300x200.jpg': 'small desk',
    'wp-content/uploads/2024/05/big-scaled.jpg': 'big',
    'wp-content/uploads/2024/05/Büro.jpg': 'office',
  })
  const source = await open(await makeWordpressExport([{ id: 1 }]), uploads)
  const find = (address: string) => fileText(source, address)
  expect(await find('https://old.example/wp-content/uploads/2024/05/desk.jpg?w=600')).toBe('desk')
  expect(await find('http://www.old.example/wp-content/uploads/2024/05/desk-300x200.jpg')).toBe('small desk')
  expect(await find('https://i0.wp.com/old.example/wp-content/uploads/2024/05/desk-1024x683.jpg?ssl=1')).toBe(
    'desk',
  )
  expect(await find('/wp-content/uploads/2024/05/big-150x150.jpg')).toBe('big')
  expect(await find('https://old.example/wp-content/uploads/2024/05/B%C3%BCro.jpg')).toBe('office')
  expect(await find('https://old.example/wp-content/uploads/2024/05/gone.jpg')).toBeUndefined()
  expect(await find('https://old.example/wp-content/uploads/../../../etc/passwd')).toBeUndefined()
  expect(await find('file:///etc/passwd')).toBeUndefined()
})

test('the media library of WordPress.com is a tar, by year and month', async () => {
  const tar = pack()
  tar.entry({ name: '2024/05/desk.jpg' }, 'desk')
  tar.finalize()
  const bytes = await buffer(tar as unknown as AsyncIterable<Buffer>)
  for (const [name, content] of [
    ['media-export.tar', bytes],
    ['media-export.tar.gz', gzipSync(bytes)],
  ] as const) {
    const source = await open(await makeWordpressExport([{ id: 1 }]), makeFile(name, content))
    expect(await fileText(source, 'https://old.files.wordpress.com/2024/05/desk.jpg?w=600')).toBe('desk')
    expect(await fileText(source, 'https://old.example/wp-content/uploads/2024/05/desk-300x200.jpg')).toBe(
      'desk',
    )
  }
})

test('one zip may hold the export and its uploads, in folders of any depth', async () => {
  const file = await makeZip({
    'backup/site.xml': await wordpressText([{ id: 1 }]),
    'backup/uploads/2024/05/desk.jpg': 'desk',
  })
  const source = await open(file)
  expect(source.format).toBe('wordpress')
  expect((await readAll(source)).posts).toHaveLength(1)
  expect(await fileText(source, 'https://old.example/wp-content/uploads/2024/05/desk.jpg')).toBe('desk')
})

test('each site of a network has its own files', async () => {
  const file = await makeWordpressExport([{ id: 1 }])
  const network = await makeZip({
    'uploads/2024/05/desk.jpg': 'main',
    'uploads/sites/2/2024/05/desk.jpg': 'second',
    'uploads/sites/3/2024/05/desk.jpg': 'third',
    'uploads/sites/3/2024/05/boat.jpg': 'boat',
  })
  const alone = await makeZip({ 'uploads/2024/05/desk.jpg': 'alone' })
  const at = (path: string) => `https://old.example/wp-content/uploads/${path}`
  const inNetwork = await open(file, network)
  expect(await fileText(inNetwork, at('2024/05/desk.jpg'))).toBe('main')
  expect(await fileText(inNetwork, at('sites/2/2024/05/desk-300x200.jpg'))).toBe('second')
  expect(await fileText(inNetwork, at('sites/3/2024/05/desk.jpg'))).toBe('third')
  // The main site has a file of that name, but it is another one.
  expect(await fileText(inNetwork, at('sites/2/2024/05/boat.jpg'))).toBeUndefined()
  expect(await fileText(inNetwork, at('2024/05/boat.jpg'))).toBe('boat')
  expect(await fileText(await open(file, alone), at('sites/2/2024/05/desk.jpg'))).toBe('alone')
})
