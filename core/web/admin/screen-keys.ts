/** Id of the field that the `/` key focuses. */
export const searchId = 'post-search'

export let keysOfScreen: Record<string, () => void> | undefined

/** Adds the single-key shortcuts of the open screen. Returns a function that removes them. */
export function addKeys(keys: Record<string, () => void>): () => void {
  keysOfScreen = keys
  return () => {
    if (keysOfScreen === keys) keysOfScreen = undefined
  }
}
