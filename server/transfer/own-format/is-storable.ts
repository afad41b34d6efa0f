/** Deeper values would not fit on the stack of the functions that walk through them. None of ours is nearly as deep. */
const maxDepth = 100

/** True if Postgres can store all texts in a value: no NUL, and no half of a surrogate pair. False if it is too deep. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > maxDepth) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1))
}
