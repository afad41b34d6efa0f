import { isIP } from 'node:net'

/** The site as browsers and passkeys know it (WebAuthn's relying party) */
export type RelyingParty = { id: string; origin: string }

/** Returns what passkeys of this site belong to, or why browsers allow none at its address. */
export function findRelyingParty(publicUrl: string): RelyingParty | { obstacle: string } {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (hostname === 'localhost') return { id: hostname, origin }
  const reason =
    protocol === 'https:'
      ? 'a name such as www.example.org, and this one has a number'
      : 'https, and this one has http'
  if (protocol === 'https:' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return { id: hostname, origin }
  return {
    obstacle: `Passkeys need a site address with ${reason} (${origin}). Use an authenticator app instead.`,
  }
}
