/**
 * A reply without what a model thought aloud before it, as models on one's own computer do between `<think>` and
 * `</think>`. Empty while it still thinks.
 */
export function withoutThoughts(reply: string): string {
  if (!/^\s*<think>/.test(reply)) return reply
  const end = reply.indexOf('</think>')
  return end < 0 ? '' : reply.slice(end + '</think>'.length)
}
