/** Class that makes a long figure smaller, so that it stays on one line in most windows; undefined for a short one */
export function figureSize(value: string): string | undefined {
  if (value.length <= 5) return undefined
  return value.length <= 9 ? 'figure-medium' : 'figure-small'
}
