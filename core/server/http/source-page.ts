import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxLength = 300

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The path of the public page that sent this request, from `Ping-From` (a link's `ping`) or `Referer`. Undefined if
     * that page is not on this site.
     */
    findSourcePage(): string | undefined
  }
}

/** Adds `request.findSourcePage()`. `isPublicPath`: true for the paths of public pages, such as `/blog/a-post`. */
export function recognizeSourcePages(
  app: FastifyInstance,
  publicUrl: string,
  isPublicPath: (path: string) => boolean,
): void {
  app.decorateRequest('findSourcePage', function findSourcePage(this: FastifyRequest) {
    const address = this.headers['ping-from'] ?? this.headers.referer
    if (typeof address !== 'string' || !URL.canParse(address)) return undefined
    const { origin, pathname } = new URL(address)
    if (origin !== new URL(publicUrl).origin && origin !== `${this.protocol}://${this.host}`) return undefined
    const path = normalizePath(pathname)
    return path.length <= maxLength && isPublicPath(path) ? path : undefined
  })
}

/** Removes a trailing slash and encodes each segment in the same way as `paths`. Empty if it cannot be decoded. */
function normalizePath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (/^[\w/-]*$/.test(path)) return path
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    // Invalid percent encoding, or a lone surrogate.
    return ''
  }
}
