const kilobyte = 1000
const megabyte = 1000 * kilobyte

/** Type and size of a file for readers, such as "PDF, 1.2 MB" */
export function describeFile(bytes: number): string {
  return `PDF, ${formatBytes(bytes)}`
}

function formatBytes(bytes: number): string {
  // From here on, the size in KB would be shown as "1,000 KB".
  if (bytes < megabyte - kilobyte / 2) return `${Math.max(1, Math.round(bytes / kilobyte))} KB`
  const megabytes = bytes / megabyte
  return `${megabytes < 9.95 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
