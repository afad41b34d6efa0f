/** Removes the `<think>...</think>` block that local models put first. Empty until that block has ended. */
export function stripReasoning(reply: string): string {
  if (!/^\s*<think>/.test(reply)) return reply
  const end = reply.indexOf('</think>')
  return end < 0 ? '' : reply.slice(end + '</think>'.length)
}
