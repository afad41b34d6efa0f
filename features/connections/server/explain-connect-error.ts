export type Explanation = { message: string; advice: string }

type Place = { host: string; port: number }

/** Errors of name servers, sockets, and TLS, with what happened and what an owner can do about it */
const causes: [RegExp, message: string, advice: string][] = [
  [
    /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EDNS|ENODATA|ESERVFAIL)$/,
    'There’s no server named {host}.',
    'Check the spelling of the name.',
  ],
  [
    /^ELINKLOCAL$/,
    '{host} is a link-local address, or leads to one. This site connects to none, because clouds keep the keys of their machines there.',
    'Use another address of that server.',
  ],
  [
    /^ECONNREFUSED$/,
    '{host} refuses connections to port {port}.',
    'Check the port, and whether the service is running.',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/,
    'There’s no way from this site’s server to {host}.',
    'Check the name. If it’s on your own network, the site’s server must be on that network, too.',
  ],
  [
    /CERT_HAS_EXPIRED|certificate has expired/,
    'The certificate of {host} has expired, so we didn’t send anything.',
    'Ask the person who runs that server to renew it.',
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/,
    'The certificate of the server isn’t for the name {host}, so we didn’t send anything.',
    'Use the exact name from your provider’s instructions.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_|self-signed certificate|unable to (verify|get)/,
    'The certificate of {host} isn’t from an authority that we trust, so we didn’t send anything.',
    'Check the name. If the server is your own, give it a real certificate, such as one from Let’s Encrypt.',
  ],
  [
    /^(ERR_SSL|EPROTO$)|wrong version number|packet length too long|SSL routines/,
    '{host} doesn’t use TLS on port {port}.',
    'Check the port and the security that your provider names.',
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNECTION|ECONNABORTED)$|socket hang up/,
    '{host} closed the connection.',
    'Check the port and the security that your provider names. If they’re right, try again later.',
  ],
  [
    /^(ETIMEDOUT|EABORT|SOCKET_TIMEOUT)$/,
    '{host} didn’t respond on port {port} in time.',
    'Check the name, the port, and the security. A firewall may be in between, too.',
  ],
]

/**
 * Explains why no connection was made, by the codes and messages that are known about it. Undefined if none of them says
 * why. The messages themselves are never shown.
 */
export function explainConnectError(clues: (string | undefined)[], place: Place): Explanation | undefined {
  const known = clues.filter((clue) => clue !== undefined)
  const [, message, advice] = causes.find(([pattern]) => known.some((clue) => pattern.test(clue))) ?? []
  if (message === undefined || advice === undefined) return undefined
  return {
    message: message.replace('{host}', () => place.host).replace('{port}', String(place.port)),
    advice,
  }
}
