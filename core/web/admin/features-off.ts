import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/create-store.ts'

const store = createStore<string[]>([])

/** Stores the names of the features that are switched off: at the start of the app, and after a switch. */
export const setFeaturesOff = store.set

export const useFeaturesOff = (): string[] => useSyncExternalStore(store.subscribe, store.read)
