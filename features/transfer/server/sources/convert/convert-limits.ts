/**
 * Limits of the process for one text, as in core/server/processes/run-in-process.ts. `characters` is the longest text that is
 * tried: no post may have more than a million, and its markup can be several times as long.
 */
export const convertLimits = {
  work: 4000,
  wait: 60_000,
  memory: 128,
  isBackground: true,
  characters: 4_000_000,
}

/** Deeper elements become text of the one around them, as in the sanitizer. */
export const maxDepth = 100

export const maxPictures = 1000
