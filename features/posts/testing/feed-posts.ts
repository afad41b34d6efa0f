import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { savePost } from '../server/writing/save-post.ts'

/** A title with characters that XML and JSON have to escape */
export const hardTitle = 'Grüße & "quotes" <b>, \u0001]]> 你好 \u{1f33b}'

/** Publishes a post with formats that feeds have to keep, and returns its ID. */
export async function publishPost(
  { instance }: TestServer,
  title: string,
  more: object = {},
): Promise<number> {
  const editor = { id: 0, username: admin.username, role: 'owner' as const }
  const content =
    '<h2>Two</h2><p>a &amp; b, <a href="/apps">apps</a> <strong>c</strong></p><pre><code>x &lt; y</code></pre>'
  const result = await savePost(instance.db, editor, { title, content, isPublished: true, ...more })
  if (result.outcome !== 'saved') throw new Error(result.outcome)
  return result.post.id
}
