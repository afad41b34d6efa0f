/** The first of many names, and how many more there are */
export function listNames(names: string[], max = 20): string {
  const more = names.length - max
  return names.slice(0, max).join(', ') + (more > 0 ? `, and ${more.toLocaleString('en-US')} more` : '')
}
