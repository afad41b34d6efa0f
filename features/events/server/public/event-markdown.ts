import { onOneLine } from '../../../../core/contract/on-one-line.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { formatDayTime } from '../../../calendar/contract/day-time.ts'
import { writeMarkdown } from '../../../posts/server/rendering/markdown-file.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { eventKindLabels } from '../../contract/events.ts'
import { lastDay, priceLines, type ShownEvent } from '../../contract/shown-event.ts'
import { eventWords as words } from '../../words/events.ts'

/** Writes a date as Markdown, for programs. */
export function eventMarkdown(event: ShownEvent, { publicUrl }: Site) {
  const { slug, title, kind, timeZone, format, place, state, content, terms, contact, cancelReason } = event
  const { facts, states } = words
  const lines: [name: string, text: string][] = [
    [facts.when, formatDayTime(event, timeZone)],
    [facts.where, format === 'online' ? facts.online : place],
    [facts.price, priceLines(event).join(', ') || words.free],
    [facts.seats, state === 'full' ? words.full : ''],
    [facts.registerBy, lastDay(event)],
    [facts.terms, terms],
    [facts.contact, contact],
  ]
  const isOpen = state === 'open' || state === 'full'
  const page = { title: onOneLine(title), url: publicUrl + eventPaths.event(slug), content, publicUrl }
  return writeMarkdown(page, (plain) => ({
    before: [
      eventKindLabels[kind],
      !isOpen && `${states[state]} ${plain(onOneLine(cancelReason))}`.trim(),
      lines
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `- ${name}: ${plain(onOneLine(value))}`)
        .join('\n'),
    ],
  }))
}
