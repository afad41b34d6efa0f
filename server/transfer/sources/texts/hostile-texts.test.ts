import { expect, test } from 'vitest'
import { makeFile, readSource } from '../../../../tests/helpers/imports/read-source.ts'

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
