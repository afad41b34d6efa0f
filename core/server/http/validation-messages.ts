import type { FastifyRequest } from 'fastify'

/** One mistake: an issue of Zod in the format of fastify-type-provider-zod */
type Mistake = {
  keyword: string
  /** Path of the invalid value, such as `/appUrls/beezy` */
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

const maxErrors = 3

/** Says in plain words which fields are wrong and how. */
export function describeMistakes(
  request: FastifyRequest,
  context: string | undefined,
  mistakes: Mistake[],
): string {
  const { given, noun } =
    context === 'querystring'
      ? { given: request.query, noun: 'parameter' }
      : context === 'params'
        ? { given: request.params, noun: 'part of the address' }
        : { given: request.body, noun: 'field' }
  return mistakes
    .slice(0, maxErrors)
    .map((mistake) => describe(mistake, given, noun))
    .join(' ')
}

function describe({ keyword, instancePath, message, params }: Mistake, given: unknown, noun: string): string {
  const path = instancePath.split('/').filter((part) => part !== '')
  const field = `The ${noun} ${quote(path.join('.'))}`
  if (keyword === 'unrecognized_keys') {
    const keys = (params.keys as string[]).slice(0, maxErrors).map(quote).join(', ')
    return `There’s no ${noun} ${keys} here. Leave it out.`
  }
  if (path.length === 0) return 'The request needs a JSON object with fields.'
  if (keyword === 'invalid_type' && valueAt(given, path) === undefined) return `${field} is missing.`
  if (keyword === 'invalid_type')
    return `${field} must be ${kinds[String(params.expected)] ?? 'something else'}.`
  // The contract defines this message itself.
  if (keyword === 'custom') return `${message} (${path.join('.')})`
  if (keyword === 'too_big') return `${field} must be ${amount('at most', params.maximum, params.origin)}.`
  if (keyword === 'too_small') return `${field} must be ${amount('at least', params.minimum, params.origin)}.`
  if (keyword === 'invalid_value')
    return `${field} must be one of: ${(params.values as unknown[]).join(', ')}.`
  return `${field} doesn’t have the expected form.`
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function amount(bound: string, limit: unknown, origin: unknown): string {
  if (origin === 'string') return `${bound} ${limit} characters long`
  if (origin === 'array') return `a list of ${bound} ${limit}`
  return `${bound} ${limit}`
}

const quote = (name: string) => `“${name.length > 60 ? `${name.slice(0, 60)}…` : name}”`

function valueAt(given: unknown, path: string[]): unknown {
  let value = given
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return
    value = (value as Record<string, unknown>)[part]
  }
  return value
}
