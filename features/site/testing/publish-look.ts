import { type Look, originalLook } from '../../../core/contract/look/look.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type { SectionState } from '../contract/site-content/section-api.ts'

export const boldLook: Look = {
  ...originalLook,
  mainColor: '#1d4ed8',
  actionColor: '#b91c1c',
  fontPair: 'newsreader-instrument-sans',
  corners: 'slight',
}

/** Saves a look as an editor would, and publishes it unless told otherwise. */
export async function saveLook(
  server: Pick<TestServer, 'send'>,
  cookie: string,
  value: unknown,
  { isPublished = true } = {},
): Promise<Response> {
  const path = '/api/site/sections/look'
  const { version } = (await (await server.send(path, { cookie })).json()) as SectionState
  return server.send(path, { method: 'PUT', cookie, json: { version, value, isPublished } })
}

/** The addresses of the style sheets of a page's look */
export const findLookStyles = (html: string) =>
  [...html.matchAll(/href="(\/brand-[^"]*)"/g)].map(([, href = '']) => href)
