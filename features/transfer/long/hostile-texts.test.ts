import { expect, test } from 'vitest'
import { makeFile, readSource } from '../testing/read-source.ts'

test.each(['constructor', '__proto__', 'klingon'])(
  'the encoding “%s” is refused in words',
  async (encoding) => {
    const file = makeFile(
      'feed.xml',
      `<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>A</title></item></channel></rss>`,
    )
    await expect(readSource(file)).rejects.toThrow(`says that its encoding is “${encoding}”`)
  },
)

const long = 'x'.repeat(7_000_000)
const tooMuch = 'far more tags, authors, or addresses'

test.each([
  ['menus', `{"key":"navigation","value":"${long}"}`, 'settings'],
  ['links', `{"post_id":"1","tag_id":"${long}"}`, 'posts_tags'],
])('an export of Ghost cannot fill the memory with %s', async (_, row, table) => {
  const rows = Array.from({ length: 10 }, () => row).join()
  const file = makeFile('ghost.json', `{"db":[{"data":{"${table}":[${rows}],"posts":[{"id":"1"}]}}]}`)
  await expect(readSource(file)).rejects.toThrow(tooMuch)
})

test('an export of WordPress cannot fill the memory with addresses of pictures', async () => {
  const item = `<item><wp:post_type>attachment</wp:post_type><wp:attachment_url>${long}</wp:attachment_url></item>`
  const file = makeFile(
    'site.xml',
    `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${item.repeat(10)}</channel></rss>`,
  )
  await expect(readSource(file)).rejects.toThrow(tooMuch)
})

const feedWith = (inside: string) =>
  makeFile('feed.xml', `<rss><channel><item><title>A</title>${inside}</item></channel></rss>`)
const value = 'x'.repeat(63_000)

test.each([
  ['an attribute of 64,001 characters', `<b a="${'x'.repeat(64_000)}"/>`, 'A tag of this file has more than'],
  ['201 attributes', `<b ${attributes(201)}/>`, 'A tag of this file has more than'],
  ['201 times the same attribute', `<b ${'a="" '.repeat(201)}/>`, 'A tag of this file has more than'],
  [
    'long attributes in one entry',
    `<b a="${value}"/>`.repeat(400),
    'The attributes of an entry of this file',
  ],
])('a file with %s is refused in words', async (_, inside, refusal) => {
  await expect(readSource(feedWith(inside))).rejects.toThrow(refusal)
})

test('200 attributes of 60,000 characters are read, and count with the text of their entry', async () => {
  const { posts } = await readSource(feedWith(`<b ${attributes(200)}/><b a="${'x'.repeat(60_000)}"/>`))
  expect(posts).toMatchObject([{ title: 'A' }])
  const mostly = `${`<b a="${value}"/>`.repeat(380)}<description>${'x'.repeat(200_000)}</description>`
  const [long] = (await readSource(feedWith(mostly))).posts
  expect(long?.content).toEqual({ html: '' })
})

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')
}
