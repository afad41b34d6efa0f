import type { SectionId, SiteContent } from '../../core/contract/site.ts'
import type { SectionRevision, SectionState } from '../../features/site/contract/site-content/section-api.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Body of a refused request */
export type SectionRefusal = { code: string; fields?: Record<string, string>; current?: SectionState }

/** Starts a server with a signed-in editor, and returns functions that read and change sections of the site. */
export async function startSite(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  await server.signIn()
  const cookie = await server.signIn({ username: 'Ed', role: 'editor' })
  return { server, cookie, ...sectionRequests(server, cookie) }
}

/** Requests of one user. `version` is the one that the request is based on, by default the current one. */
export function sectionRequests(server: Pick<TestServer, 'send'>, cookie: string) {
  async function call<Body>(path: string, json?: unknown, method?: string) {
    const response = await server.send(path, {
      cookie,
      ...(json !== undefined && { json }),
      ...(method && { method }),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const read = async (section: SectionId) => (await call<SectionState>(`/api/site/sections/${section}`)).body
  const write = async (section: SectionId, value: unknown, isPublished: boolean, version?: number) => {
    const body = { version: version ?? (await read(section)).version, value, isPublished }
    return call<SectionState & SectionRefusal>(`/api/site/sections/${section}`, body, 'PUT')
  }
  return {
    call,
    read,
    saveDraft: (section: SectionId, value: unknown, version?: number) =>
      write(section, value, false, version),
    publish: (section: SectionId, value: unknown, version?: number) => write(section, value, true, version),
    /** Publishes the current value with some fields changed. */
    async change<Id extends SectionId>(
      section: Id,
      changes: Partial<SiteContent[Id]>,
    ): Promise<SectionState> {
      const { value, version } = await read(section)
      const { status, body } = await write(section, { ...(value as object), ...changes }, true, version)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body
    },
    async reset(section: SectionId, to: 'published' | 'original', version?: number) {
      const body = { version: version ?? (await read(section)).version, to }
      return call<SectionState & SectionRefusal>(`/api/site/sections/${section}/reset`, body)
    },
    revisions: async (section: SectionId) =>
      (await call<SectionRevision[]>(`/api/site/sections/${section}/revisions`)).body,
  }
}
