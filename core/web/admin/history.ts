import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/create-store.ts'
import { randomId } from '../ui/random-id.ts'

/**
 * The current entry of the browser's history. `key` identifies one visit of a screen. It stays the same when only the
 * URL of the open screen changes (a new post gets its id). Opening the same screen again creates a new key.
 */
export type Entry = { url: string; key: string; index: number }

type Guard = () => Promise<boolean>

const store = createStore(readEntry())
/** A screen can have several forms with unsaved changes. Only the form that was changed last asks. */
const guards = new Set<Guard>()

history.replaceState({ key: store.read().key, index: store.read().index }, '')
addEventListener('popstate', () => void followHistory())

export function useEntry(): Entry {
  return useSyncExternalStore(store.subscribe, store.read)
}

/** Opens a URL of the admin. Returns false if the user was asked and decided to stay on the open screen. */
export async function navigate(url: string): Promise<boolean> {
  if (!(await mayLeave())) return false
  const next = { url, key: randomId(), index: store.read().index + 1 }
  history.pushState({ key: next.key, index: next.index }, '', url)
  store.set(next)
  // Otherwise, a screen that is opened from far down in a list would show its middle.
  scrollTo(0, 0)
  return true
}

/** Changes the URL of the open screen without leaving it. */
export function replaceUrl(url: string): void {
  const { key, index } = store.read()
  history.replaceState({ key, index }, '', url)
  store.set({ url, key, index })
}

/** Asks before the screen is left by a link, a shortcut, or the Back button. Returns a function that stops asking. */
export function blockNavigation(ask: Guard): () => void {
  guards.add(ask)
  return () => guards.delete(ask)
}

async function mayLeave(): Promise<boolean> {
  const guard = [...guards].at(-1)
  return guard === undefined || guard()
}

/** Number of coming `popstate` events to ignore, because `history.go()` below causes them */
let ignored = 0

/**
 * Handles the Back and Forward buttons. `popstate` fires after the browser has moved, so if the user must be asked
 * first, this moves back, asks, and then moves again.
 */
async function followHistory(): Promise<void> {
  if (ignored > 0) {
    ignored--
    return
  }
  const next = readEntry()
  const steps = next.index - store.read().index
  if (guards.size === 0 || steps === 0) return store.set(next)
  ignored++
  history.go(-steps)
  if (!(await mayLeave())) return
  // The user has agreed to leave, so the second move must not ask again.
  guards.clear()
  history.go(steps)
}

function readEntry(): Entry {
  const state = history.state as { key?: unknown; index?: unknown } | null
  return {
    url: location.pathname + location.search,
    key: typeof state?.key === 'string' ? state.key : randomId(),
    index: typeof state?.index === 'number' ? state.index : 0,
  }
}
