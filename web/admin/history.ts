import { useSyncExternalStore } from 'react'

/**
 * Where the person is. `key` names the entry of the browser's history: it stays when the address of the same
 * screen changes (a new post gets its number), and a screen opened anew has a new one.
 */
export type Entry = { url: string; key: string; index: number }

type Guard = () => Promise<boolean>

let entry = readEntry()
/** One screen can have several forms; one question is enough. */
const guards = new Set<Guard>()
const listeners = new Set<() => void>()

history.replaceState({ key: entry.key, index: entry.index }, '')
addEventListener('popstate', () => void followHistory())

export function useEntry(): Entry {
  return useSyncExternalStore(subscribe, () => entry)
}

/** Goes to an address of the admin, unless the screen that is open holds the person back. */
export async function navigate(url: string, options: { force?: boolean } = {}): Promise<boolean> {
  if (!options.force && !(await mayLeave())) return false
  const next = { url, key: randomId(), index: entry.index + 1 }
  history.pushState({ key: next.key, index: next.index }, '', url)
  enter(next)
  return true
}

/** Gives the open screen another address, without leaving it. */
export function replaceUrl(url: string): void {
  history.replaceState({ key: entry.key, index: entry.index }, '', url)
  enter({ ...entry, url })
}

/** Asks before the screen is left by a link, a key or the browser's arrows. Returns how to take it back. */
export function blockNavigation(ask: Guard): () => void {
  guards.add(ask)
  return () => guards.delete(ask)
}

async function mayLeave(): Promise<boolean> {
  const guard = [...guards].at(-1)
  return guard === undefined || guard()
}

/** Random, in hexadecimal. `crypto.randomUUID` is missing where the site is served without https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

let ignored = 0

/** The browser has gone already when it says so: where the person must be asked first, it is sent back. */
async function followHistory(): Promise<void> {
  if (ignored > 0) {
    ignored--
    return
  }
  const next = readEntry()
  const steps = next.index - entry.index
  if (guards.size === 0 || steps === 0) return enter(next)
  ignored++
  history.go(-steps)
  if (!(await mayLeave())) return
  guards.clear()
  history.go(steps)
}

function enter(next: Entry): void {
  entry = next
  for (const listener of listeners) listener()
}

function readEntry(): Entry {
  const state = history.state as { key?: unknown; index?: unknown } | null
  return {
    url: location.pathname + location.search,
    key: typeof state?.key === 'string' ? state.key : randomId(),
    index: typeof state?.index === 'number' ? state.index : 0,
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
