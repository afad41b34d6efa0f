/** The size of a file for people, such as 3.4 MB */
export function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const number = Math.max(1, bytes / size)
  return number.toLocaleString('en-US', {
    style: 'unit',
    unit,
    maximumFractionDigits: number < 10 && unit === 'megabyte' ? 1 : 0,
  })
}
