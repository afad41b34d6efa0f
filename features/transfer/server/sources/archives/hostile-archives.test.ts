import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeFile, makeFolder } from '../../../testing/read-source.ts'
import { buildRawZip, type RawFile } from '../../../testing/zip.ts'
import { openFolder } from './open-folder.ts'
import { openZip } from './open-zip.ts'

const openRaw = (files: RawFile[], options?: { entryCount?: number }) =>
  openZip(makeFile('a.zip', buildRawZip(files, options)))

const good = { name: 'good.md', content: 'good' }

test('names that lead out of the folder, links, and strange names are left out in words', async () => {
  const names: [RawFile, string][] = [
    [{ name: '../../etc/passwd' }, 'Its name leads out of its folder.'],
    [{ name: 'a/../../b.md' }, 'Its name leads out of its folder.'],
    [{ name: 'a//b.md' }, 'Its name leads out of its folder.'],
    [{ name: '/etc/passwd' }, 'Its name is an absolute path.'],
    [{ name: 'C:/Windows/a.md' }, 'Its name is an absolute path.'],
    [{ name: '..\\..\\a.md' }, 'Its name contains a backslash.'],
    [{ name: 'a\u0000.md' }, 'Its name contains control characters.'],
    [{ name: 'a\n.md' }, 'Its name contains control characters.'],
    [{ name: Buffer.from([0x61, 0xff, 0xfe]), flags: 0x800 }, 'Its name is in an unknown encoding.'],
    [{ name: 'x'.repeat(1001) }, 'Its name is empty or too long.'],
    [{ name: 'link.md', content: '/etc/passwd', mode: 0o120777 }, 'It is a link or another special file.'],
    [{ name: 'device', mode: 0o020666 }, 'It is a link or another special file.'],
    [{ name: 'good.md', content: 'other' }, 'The archive has another file of the same name.'],
    [{ name: 'odd.md', method: 99 }, 'It is compressed in an unusual way.'],
  ]
  for (const [file, reason] of names) {
    const tree = await openRaw([good, file])
    expect([...tree.files.keys()], String(file.name)).toEqual(['good.md'])
    expect(tree.notes).toEqual([
      { about: expect.any(String), detail: expect.stringContaining(`Left out. ${reason}`) },
    ])
    await tree.close()
  }
})

test('names in the encoding of MS-DOS and unmarked UTF-8 are read', async () => {
  const tree = await openRaw([
    { name: Buffer.from([0x42, 0x81, 0x72, 0x6f]) },
    { name: 'Größe.md' },
    // macOS writes the letter and its dots separately.
    { name: 'ä.md'.normalize('NFD'), flags: 0x800 },
  ])
  expect([...tree.files.keys()]).toEqual(['Büro', 'Größe.md', 'ä.md'])
  await tree.close()
})

test('hundreds of bad names are reported in a few lines', async () => {
  const tree = await openRaw(Array.from({ length: 500 }, (_, index) => ({ name: `../${index}` })))
  expect(tree.notes).toHaveLength(21)
  expect(tree.notes.at(-1)?.about).toBe('480 more files')
  await tree.close()
})

test('a password, a missing end, and too many entries are refused', async () => {
  await expect(openRaw([{ ...good, flags: 1 }])).rejects.toThrow('This zip file has a password.')
  await expect(openRaw([{ ...good, flags: 0x41 }])).rejects.toThrow('incomplete, damaged, or has a password')
  const whole = buildRawZip([good, { name: 'more.md', content: 'more' }])
  for (let end = 4; end < whole.length; end += 7)
    await expect(openZip(makeFile('a.zip', whole.subarray(0, end))), `cut at ${end}`).rejects.toThrow(
      'incomplete',
    )
  const few = await openRaw([good, good], { entryCount: 1 })
  expect(few.files.size).toBe(1)
  await few.close()
  await expect(openRaw([good], { entryCount: 3 })).rejects.toThrow('incomplete')
})

test('sizes that cannot be are refused before anything is unpacked', async () => {
  const five = 4_294_967_294
  const huge = await openRaw([good, { name: 'huge.xml', content: 'x', declaredBytes: five }])
  expect([...huge.files.keys()]).toEqual(['good.md'])
  expect(huge.notes[0]?.detail).toMatch(/larger than 4 GB/)
  await huge.close()
  const impossible = await openRaw([good, { name: 'big.xml', content: 'x', declaredBytes: 1_000_000_000 }])
  expect(impossible.notes[0]?.detail).toMatch(/Its size in the archive is impossible/)
  await impossible.close()
  // Ten files that share the content of one, as in overlapping zip bombs
  const one = { name: 'a0', content: 'x'.repeat(100_000) }
  const shared = Array.from({ length: 10 }, (_, index) => ({ ...one, name: `b${index}`, sameContentAs: 0 }))
  await expect(openRaw([one, ...shared])).rejects.toThrow('built to unpack to far more')
})

test('content that does not have the size or checksum that is declared is refused while it is read', async () => {
  const content = 'x'.repeat(1000)
  const wrong: [string, Partial<RawFile>][] = [
    ['more bytes', { declaredBytes: 999 }],
    ['fewer bytes', { declaredBytes: 1001 }],
    ['another checksum', { crc: 1 }],
    ['broken data', { method: 8, compressedBytes: 5 }],
  ]
  for (const [name, change] of wrong) {
    const tree = await openRaw([{ name: 'a.md', content, ...change }])
    await expect(drain(tree), name).rejects.toThrow('The file “a.md” is damaged.')
    await tree.close()
  }
})

test('a bomb is read no further than its declared size', async () => {
  // 100 MB of zeros that declare 1 KB
  const bomb = { name: 'a.md', content: Buffer.alloc(100_000_000), declaredBytes: 1000 }
  const tree = await openRaw([bomb])
  let read = 0
  const reading = async () => {
    for (const file of tree.files.values()) for await (const chunk of await file.open()) read += chunk.length
  }
  await expect(reading()).rejects.toThrow('is damaged')
  expect(read).toBeLessThanOrEqual(1000)
  await tree.close()
})

test('an archive that promises a hundred times its size and 100 MB is refused, and one of much text is not', async () => {
  const bytes = 9_000_000
  const zip = (content: Buffer, count: number) => {
    const deflated = deflateRawSync(content)
    return openRaw(
      Array.from({ length: count }, (_, index) => ({ name: `f${index}`, deflated, declaredBytes: bytes })),
    )
  }
  await expect(zip(Buffer.alloc(bytes), 12)).rejects.toThrow('built to unpack to far more')
  await (await zip(Buffer.alloc(bytes), 11)).close()
  // A sentence with a number in it again and again is compressed to a fortieth, which no real text is.
  const text = Array.from(
    { length: 250_000 },
    (_, index) => `This is the sentence with the number ${index}. `,
  )
  await (await zip(Buffer.from(text.join('').slice(0, bytes)), 12)).close()
})

test('a file that is opened and not read to its end does not keep the archive busy', async () => {
  const tree = await openRaw([{ name: 'a.md', content: Buffer.alloc(5_000_000, 'abc') }])
  for (const file of tree.files.values()) for await (const _ of await file.open()) break
  expect(await drain(tree)).toBe(5_000_000)
  await tree.close()
})

test('links in a folder are not followed, even if they appear after it was listed', async () => {
  const folder = makeFolder()
  const outside = makeFile('secret.md', 'secret')
  mkdirSync(join(folder, 'posts'))
  writeFileSync(join(folder, 'posts/a.md'), 'a')
  symlinkSync(outside, join(folder, 'link.md'))
  symlinkSync(join(outside, '..'), join(folder, 'linked'))
  const tree = await openFolder(folder)
  expect([...tree.files.keys()]).toEqual(['posts/a.md'])
  expect(tree.notes.map(({ about }) => about).sort()).toEqual(['link.md', 'linked'])
  rmSync(join(folder, 'posts/a.md'))
  symlinkSync(outside, join(folder, 'posts/a.md'))
  await expect(drain(tree)).rejects.toThrow('The file “posts/a.md” can’t be read.')
  rmSync(join(folder, 'posts'), { recursive: true })
  const other = makeFolder()
  writeFileSync(join(other, 'a.md'), 'other')
  symlinkSync(other, join(folder, 'posts'))
  await expect(drain(tree)).rejects.toThrow('can’t be read')
})

/** Reads all files, and returns the number of bytes. */
async function drain(tree: Awaited<ReturnType<typeof openZip>>): Promise<number> {
  let bytes = 0
  for (const file of tree.files.values()) for await (const chunk of await file.open()) bytes += chunk.length
  return bytes
}
