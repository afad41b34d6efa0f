import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { starterScript } from '../../../contract/starter-script.ts'
import { hasVideo, videoPlayerOrigins } from '../../../contract/video.ts'

const starterHash = createHash('sha256').update(starterScript).digest('base64')

const policy = {
  'default-src': "'none'",
  'script-src': `'self' 'sha256-${starterHash}'`,
  'style-src': "'self'",
  'style-src-attr': "'none'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** Formats the policy as a header. `extra` replaces or adds directives. */
export function contentSecurityPolicy(extra: Record<string, string> = {}): string {
  return Object.entries({ ...policy, ...extra })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** In development, Vite's client adds styles by script and uses a WebSocket. */
const devPolicy = {
  'style-src': "'self' 'unsafe-inline'",
  'style-src-attr': "'unsafe-inline'",
  'connect-src': "'self' ws:",
  'worker-src': "'self' blob:",
}

type Options = { https: boolean; hstsSubdomains: boolean; dev: boolean }

/**
 * The headers of every response, including errors and files. They are constant, because nothing here depends on the
 * request; that is why no library is needed.
 */
export function securityHeaders({ https, hstsSubdomains, dev }: Options): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(dev ? devPolicy : {}),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

/**
 * The policy of public pages. With Trusted Types, no script can turn a string into HTML or a script URL. Pages for
 * guests and admins lack this, because their text editor makes HTML from pasted text.
 */
export function publicPagePolicy({ dev }: { dev: boolean }, extra: Record<string, string> = {}): string {
  return contentSecurityPolicy({
    // In development, Vite's client makes elements from strings.
    ...(dev ? devPolicy : { 'require-trusted-types-for': "'script'" }),
    ...extra,
  })
}

/** The header of a public page that differs from the usual policy: a page with videos may show their players. */
export function policyOfPage(html: string, config: { dev: boolean }): Record<string, string> {
  if (!hasVideo(html)) return {}
  const players = { 'frame-src': videoPlayerOrigins.join(' ') }
  return { 'content-security-policy': publicPagePolicy(config, players) }
}

/** True if the response is a page for everyone, including the 404 page of a URL without a route */
export function isPublicPage(request: FastifyRequest): boolean {
  const { audience, kind } = request.routeOptions.config
  if (kind === undefined) return !request.url.startsWith('/api/')
  return audience === 'everyone' && (kind === 'page' || kind === 'form')
}
