import type { Address, FetchedPage } from './fetch-page.ts'
import { broken, changed, type Difference } from './findings.ts'
import { describeTextDifference } from './page-text.ts'

/** Growth of a page, in times and bytes, that is worth a line */
const growth = { times: 2, bytes: 30_000 }

/** Compares the responses of both versions to one address. */
export function comparePages(address: Address, current: FetchedPage, next: FetchedPage): Difference[] {
  if (current.status !== next.status) {
    const isBetter = isFailure(current) && !isFailure(next) && !address.isClosed
    const text = `responds ${nameStatus(next)} instead of ${nameStatus(current)}`
    return [isBetter ? changed(text) : broken(text)]
  }
  const differences: Difference[] = []
  if (current.location !== next.location)
    differences.push(
      broken(`leads to ${next.location || 'nowhere'} instead of ${current.location || 'nowhere'}`),
    )
  if (current.type !== next.type)
    differences.push(
      broken(`is ${next.type || 'without a type'} instead of ${current.type || 'without a type'}`),
    )
  differences.push(...comparePolicies(current.policy, next.policy), ...compareProtection(current, next))
  if (current.text !== '' && next.text === '') differences.push(broken('shows no text any more'))
  else {
    const text = describeTextDifference(current.text, next.text)
    if (text) differences.push(changed(`text: ${text}`))
  }
  if (next.bytes > growth.times * current.bytes && next.bytes - current.bytes > growth.bytes)
    differences.push(changed(`has ${kilobytes(next.bytes)} instead of ${kilobytes(current.bytes)}`))
  return differences
}

/** Sources that let any script or any site in */
const unsafeSource = /^('unsafe-|https?:$|\*$)/

function comparePolicies(current: string, next: string): Difference[] {
  if (current === next) return []
  if (next === '') return [broken('has no security policy any more')]
  const [before, after] = [readPolicy(current), readPolicy(next)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((directive) => {
    const [old, now] = [before.get(directive), after.get(directive)]
    if (!now) return [broken(`security policy: ${directive} is gone`)]
    if (old?.join(' ') === now.join(' ')) return []
    const text = `security policy: ${directive} ${now.join(' ')}`
    return [
      now.some((source) => unsafeSource.test(source) && !old?.includes(source))
        ? broken(text)
        : changed(text),
    ]
  })
}

const readPolicy = (policy: string) =>
  new Map(
    policy.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )

function compareProtection(
  { protection: before }: FetchedPage,
  { protection: after }: FetchedPage,
): Difference[] {
  return Object.entries(before).flatMap(([name, value]) => {
    const now = after[name] ?? ''
    if (now === value) return []
    return [now === '' ? broken(`has no ${name} header any more`) : changed(`header ${name}: ${now}`)]
  })
}

const isFailure = ({ status }: FetchedPage) => status === 0 || status >= 400
const nameStatus = ({ status }: FetchedPage) => (status === 0 ? 'nothing' : status)
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`

/** Files that the new version names and cannot deliver, unless the version of today cannot either */
export function compareAssets(current: Map<string, number>, next: Map<string, number>): Difference[] {
  const failing = (statuses: Map<string, number>) => [...statuses].filter(([, status]) => status !== 200)
  const known = new Set(failing(current).map(([path]) => withoutHash(path)))
  return failing(next)
    .filter(([path]) => !known.has(withoutHash(path)))
    .map(([path, status]) => broken(`names ${path}, which responds ${status}`))
}

const withoutHash = (path: string) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1')
