// These few lines replace the package `negotiator`, whose types lack the option that lets a server choose among
// encodings that a client accepts equally.

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that an `Accept-Encoding` header admits (RFC 9110, section 12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const weights = parseWeights(header)
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weight('br') >= weight('gzip') ? 'br' : 'gzip'
  return weight(best) > 0 ? best : 'identity'
}

/** True if an `Accept` header names Markdown and does not prefer HTML. Browsers never name it. */
export function prefersMarkdown(header: string | undefined): boolean {
  if (!header?.includes('text/markdown')) return false
  const weights = parseWeights(header)
  const weight = weights.get('text/markdown') ?? 0
  return weight > 0 && weight >= (weights.get('text/html') ?? 0)
}

/** The `q` of each value in an `Accept...` header. */
export function parseWeights(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return [name.trim(), q === undefined ? 1 : Number(q)]
    }),
  )
}

/** True if an `If-None-Match` header names this tag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => {
    const candidate = part.trim().replace(/^W\//, '')
    return candidate === '*' || candidate === etag
  })
}
