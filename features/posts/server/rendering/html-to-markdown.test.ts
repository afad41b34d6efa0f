import { expect, test } from 'vitest'
import { createConverter } from './html-to-markdown.ts'

test('the alternative text of a picture is plain text, and its address stays one', async () => {
  const turndown = await createConverter()
  const html = '<p><img src="/media/a_(1).jpg" alt="&lt;b&gt; [x] &amp;lt;\nQ&amp;A" /></p>'
  expect(turndown.turndown(html)).toBe('![&lt;b> \\[x\\] &amp;lt; Q&A](/media/a_\\(1\\).jpg)')
})
