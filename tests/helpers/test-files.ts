import type { StoredFile } from '../../features/media/contract/files.ts'
import { startBlog } from '../../features/posts/testing/start-blog.ts'

/** A complete PDF with one empty page, and as many bytes more as are wanted */
export const pdf = (more = 0) =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
%${'x'.repeat(more)}
trailer<</Root 1 0 R>>
%%EOF
`)

/** Starts a server, and returns functions that upload files as an admin. */
export async function startFiles() {
  const blog = await startBlog()
  const { server, cookie } = blog
  const upload = async (bytes: Uint8Array, name = 'Annual Report.pdf', as = cookie) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const response = await server.send('/api/files', { cookie: as, body: form })
    return { status: response.status, body: (await response.json()) as StoredFile & { detail: string } }
  }
  const added = async (bytes: Uint8Array = pdf(), name?: string) => {
    const { status, body } = await upload(bytes, name)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  return { ...blog, upload, added }
}

/** The block of a file in a post's HTML */
export const fileBlock = ({ url, bytes }: Pick<StoredFile, 'url' | 'bytes'>, title = 'Annual report') =>
  `<p class="file-link"><a href="${url}" data-bytes="${bytes}">${title}</a></p>`
