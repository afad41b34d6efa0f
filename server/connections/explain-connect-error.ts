export type Explanation = { message: string; advice: string }

type Place = { host: string; port: number }

/** Errors of name servers, sockets, and TLS, by what an owner can do about them */
const causes: [RegExp, (place: Place) => Explanation][] = [
  [
    /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EDNS|ENODATA|ESERVFAIL)$/,
    ({ host }) => ({
      message: `There’s no server named ${host}.`,
      advice: 'Check the spelling of the name.',
    }),
  ],
  [
    /^ELINKLOCAL$/,
    ({ host }) => ({
      message: `${host} is a link-local address, or leads to one. This site connects to none, because clouds keep the keys of their machines there.`,
      advice: 'Use another address of that server.',
    }),
  ],
  [
    /^ECONNREFUSED$/,
    ({ host, port }) => ({
      message: `${host} refuses connections to port ${port}.`,
      advice: 'Check the port, and whether the service is running.',
    }),
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/,
    ({ host }) => ({
      message: `There’s no way from this site’s server to ${host}.`,
      advice: 'Check the name. If it’s on your own network, the site’s server must be on that network, too.',
    }),
  ],
  [
    /CERT_HAS_EXPIRED|certificate has expired/,
    ({ host }) => ({
      message: `The certificate of ${host} has expired, so we didn’t send anything.`,
      advice: 'Ask the person who runs that server to renew it.',
    }),
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/,
    ({ host }) => ({
      message: `The certificate of the server isn’t for the name ${host}, so we didn’t send anything.`,
      advice: 'Use the exact name from your provider’s instructions.',
    }),
  ],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_|self-signed certificate|unable to (verify|get)/,
    ({ host }) => ({
      message: `The certificate of ${host} isn’t from an authority that we trust, so we didn’t send anything.`,
      advice:
        'Check the name. If the server is your own, give it a real certificate, such as one from Let’s Encrypt.',
    }),
  ],
  [
    /^(ERR_SSL|EPROTO$)|wrong version number|packet length too long|SSL routines/,
    ({ host, port }) => ({
      message: `${host} doesn’t use TLS on port ${port}.`,
      advice: 'Check the port and the security that your provider names.',
    }),
  ],
  [
    /^(ECONNRESET|EPIPE|ECONNECTION|ECONNABORTED)$|socket hang up/,
    ({ host }) => ({
      message: `${host} closed the connection.`,
      advice: 'Check the port and the security that your provider names. If they’re right, try again later.',
    }),
  ],
  [
    /^(ETIMEDOUT|EABORT|SOCKET_TIMEOUT)$/,
    ({ host, port }) => ({
      message: `${host} didn’t respond on port ${port} in time.`,
      advice: 'Check the name, the port, and the security. A firewall may be in between, too.',
    }),
  ],
]

/**
 * Explains why no connection was made, by the codes and messages that are known about it. Undefined if none of them says
 * why. The messages themselves are never shown.
 */
export function explainConnectError(clues: (string | undefined)[], place: Place): Explanation | undefined {
  const known = clues.filter((clue) => clue !== undefined)
  const found = causes.find(([pattern]) => known.some((clue) => pattern.test(clue)))
  return found?.[1](place)
}
