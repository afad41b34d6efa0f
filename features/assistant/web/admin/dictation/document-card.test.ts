import { expect, test } from 'vitest'
import { readTextFile, textFileLimit } from './document-card.tsx'

const read = (name: string, ...parts: BlobPart[]) => readTextFile(new File(parts, name))
const words = 'Zoë’s notes\nfor Monday'

test('text is read in UTF-8 and, with a byte order mark, in UTF-16', async () => {
  const utf16 = Buffer.from(words, 'utf16le')
  const files: [string, BlobPart[]][] = [
    ['notes.txt', [words]],
    ['NOTES.MD', [words.replace('\n', '\r\n')]],
    ['mark.txt', ['\ufeff', words]],
    ['little.txt', [Uint8Array.of(0xff, 0xfe), utf16]],
    ['big.md', [Uint8Array.of(0xfe, 0xff), Buffer.from(utf16).swap16()]],
  ]
  for (const [name, parts] of files)
    expect(await read(name, ...parts), name).toEqual({ outcome: 'read', text: words })
})

test('a binary file is unreadable, whatever its name', async () => {
  const files: [string, BlobPart[]][] = [
    ['picture.txt', [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)]],
    ['zip.md', [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)]],
    ['unmarked-utf16.txt', [Buffer.from(words, 'utf16le')]],
    ['latin1.txt', [Buffer.from('Zoë', 'latin1')]],
    ['cut.txt', [Uint8Array.of(0xff, 0xfe, 0x41)]],
  ]
  for (const [name, parts] of files)
    expect(await read(name, ...parts), name).toEqual({ outcome: 'unreadable' })
})

test('a file without text is empty', async () => {
  expect(await read('empty.txt')).toEqual({ outcome: 'empty' })
  expect(await read('blank.md', ' \n ')).toEqual({ outcome: 'empty' })
})

test('files of other types and large ones are not opened', async () => {
  for (const name of ['letter.docx', 'notes.txt.exe', 'txt', 'page.html', 'notes.pdf'])
    expect(await read(name, words), name).toEqual({ outcome: 'wrong-type' })
  expect(await read('large.txt', 'x'.repeat(textFileLimit))).toMatchObject({ outcome: 'read' })
  expect(await read('larger.txt', 'x'.repeat(textFileLimit + 1))).toEqual({ outcome: 'too-large' })
})
