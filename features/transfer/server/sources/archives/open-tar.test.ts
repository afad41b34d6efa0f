import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { makeFile } from '../../../testing/read-source.ts'
import { openGzippedTar, openTar } from './open-tar.ts'

type FileOfTar = Partial<Header> & { name: string; content?: string | Buffer }

function buildTar(files: FileOfTar[]): Promise<Buffer> {
  const tar = pack()
  for (const { content = '', ...header } of files) tar.entry(header, content)
  tar.finalize()
  // The types of streamx and of Node differ, but it can be iterated.
  return buffer(tar as unknown as AsyncIterable<Buffer>)
}

const good = { name: 'good.md', content: 'good' }
const openFiles = async (files: FileOfTar[]) => openTar(makeFile('a.tar', await buildTar(files)))

test('a tar is read in any order, also packed with gzip, and nothing is left on the disk', async () => {
  const long = `${'deep/'.repeat(60)}desk.jpg`
  const bytes = await buildTar([
    { name: './2024/', type: 'directory' },
    { name: './2024/05/desk.jpg', content: 'desk'.repeat(1000) },
    { name: './2024/05/ä.jpg'.normalize('NFD'), content: '' },
    { name: '__MACOSX/2024/._desk.jpg', content: 'x' },
    { name: long, content: 'long' },
  ])
  const gzipped = makeFile('a.tar.gz', gzipSync(bytes))
  for (const tree of [await openTar(makeFile('a.tar', bytes)), await openGzippedTar(gzipped)]) {
    expect([...tree.files.keys()]).toEqual(['2024/05/desk.jpg', '2024/05/ä.jpg', long])
    expect(tree.notes).toEqual([])
    const read = async (path: string) => text((await tree.files.get(path)?.open()) ?? Readable.from(['none']))
    expect(await read(long)).toBe('long')
    expect(await read('2024/05/ä.jpg')).toBe('')
    expect(await Promise.all([read('2024/05/desk.jpg'), read('2024/05/desk.jpg')])).toEqual([
      'desk'.repeat(1000),
      'desk'.repeat(1000),
    ])
    expect(readdirSync(dirname(gzipped))).toEqual(['a.tar.gz'])
    await tree.close()
  }
})

test('names that lead out of the folder, links, and devices are left out in words', async () => {
  const names: [FileOfTar, string][] = [
    [{ name: '../../etc/passwd' }, 'Its name leads out of its folder.'],
    [{ name: 'a/../../b.md' }, 'Its name leads out of its folder.'],
    [{ name: '/etc/passwd' }, 'Its name is an absolute path.'],
    [{ name: '..\\a.md' }, 'Its name contains a backslash.'],
    [{ name: 'x'.repeat(1001) }, 'Its name is empty or too long.'],
    [{ name: 'link.md', type: 'symlink', linkname: '/etc/passwd' }, 'It is a link or another special file.'],
    [{ name: 'hard.md', type: 'link', linkname: 'good.md' }, 'It is a link or another special file.'],
    [{ name: 'device', type: 'character-device' }, 'It is a link or another special file.'],
    [{ ...good, content: 'other' }, 'The archive has another file of the same name.'],
  ]
  for (const [file, reason] of names) {
    const tree = await openFiles([good, file])
    expect([...tree.files.keys()], file.name).toEqual(['good.md'])
    expect(tree.notes).toEqual([
      { about: expect.any(String), detail: expect.stringContaining(`Left out. ${reason}`) },
    ])
    await tree.close()
  }
})

test('an archive that is cut off, of another kind, or a bomb is refused', async () => {
  const whole = await buildTar([{ ...good, content: 'good'.repeat(1000) }])
  const packed = gzipSync(whole)
  for (const end of [600, 2000, 4500])
    await expect(openTar(makeFile('a.tar', whole.subarray(0, end))), `cut at ${end}`).rejects.toThrow(
      'This archive is incomplete or damaged.',
    )
  await expect(openGzippedTar(makeFile('a.tgz', packed.subarray(0, -10)))).rejects.toThrow('incomplete')
  await expect(openGzippedTar(makeFile('a.gz', gzipSync('a text')))).rejects.toThrow('of another kind')
  const bomb = makeFile('bomb.tgz', gzipSync(Buffer.alloc(101_000_000)))
  await expect(openGzippedTar(bomb)).rejects.toThrow('built to unpack to far more')
  expect(readdirSync(dirname(bomb))).toEqual(['bomb.tgz'])
})

test('sizes that cannot be, and files without end, are refused', async () => {
  // An extended header may declare any size.
  const huge = await buildTar([{ ...good, pax: { size: '5000000000' } } as FileOfTar])
  await expect(openTar(makeFile('a.tar', huge))).rejects.toThrow('incomplete or damaged')
  const negative = await buildTar([{ ...good, pax: { size: '-5' } } as FileOfTar])
  await expect(openTar(makeFile('a.tar', negative))).rejects.toThrow('incomplete or damaged')
})
