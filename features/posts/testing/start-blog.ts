import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Post } from '../contract/posts.ts'

/** Starts a server with a signed-in admin, and returns functions that save and read posts. */
export async function startBlog(options?: { jobPause: number }) {
  const { server, cookie } = await startSignedIn(options)
  const call = async <Body>(path: string, json?: unknown, init: Parameters<TestServer['send']>[1] = {}) => {
    const response = await server.send(path, { cookie, ...(json !== undefined && { json }), ...init })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
  const save = (json: object, init = {}) => call<Post>('/api/blog', json, init)
  const saved = async (json: object) => {
    const { status, body } = await save(json)
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  const visit = async (path: string) => {
    const response = await server.send(path)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { server, cookie, call, save, saved, visit }
}
