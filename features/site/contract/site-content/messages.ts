import type * as z from 'zod/mini'

/** More than any form shows */
const maxMessages = 100

/** The first message for each invalid field, by the path of the field, such as `list.2.name` */
export function firstMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const messages = new Map<string, string>()
  const add = (path: PropertyKey[], message: string) => {
    const key = path.join('.')
    if (messages.size < maxMessages && !messages.has(key)) messages.set(key, message)
  }
  for (const issue of issues)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], 'There is no such field here.')
    else add(issue.path, issue.message)
  return Object.fromEntries(messages)
}
