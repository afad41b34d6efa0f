import type { FastifyRequest } from 'fastify'
import { sitePages } from './pages.ts'

const longest = 300

const patterns = sitePages
  .filter(({ isFile }) => !isFile)
  .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))

/**
 * The path of the public page that a call or a form was sent from, as browsers tell it (`Ping-From` of a link's
 * `ping`, else `Referer`); undefined where it is none of ours.
 */
export function findSource(request: FastifyRequest, publicUrl: string): string | undefined {
  const address = request.headers['ping-from'] ?? request.headers.referer
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.host}`)
    return undefined
  const path = normalPath(pathname)
  return path.length <= longest && patterns.some((pattern) => pattern.test(path)) ? path : undefined
}

/** One spelling for every spelling of a path: no slash at the end, each part encoded as `paths` does it. */
export function normalPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (/^[\w/-]*$/.test(path)) return path
  try {
    return path
      .split('/')
      .map((part) => encodeURIComponent(decodeURIComponent(part)))
      .join('/')
  } catch {
    // Percent signs that encode nothing, or a lone surrogate.
    return ''
  }
}
