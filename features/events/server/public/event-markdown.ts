import type TurndownService from 'turndown'
import type { Site } from '../../../../core/contract/site.ts'
import { linkParts } from '../../../../core/contract/text-parts.ts'
import { formatDayTime } from '../../../calendar/contract/day-time.ts'
import { absoluteLinks } from '../../../posts/server/rendering/absolute-links.ts'
import { toPortableHtml } from '../../../posts/server/rendering/blocks/portable-blocks.ts'
import { createConverter } from '../../../posts/server/rendering/html-to-markdown.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { eventKindLabels } from '../../contract/events.ts'
import { lastDay, onOneLine, priceLines, type ShownEvent } from '../../contract/shown-event.ts'
import { eventWords as words } from '../../words/events.ts'

let converter: Promise<TurndownService> | undefined

/** Writes a date as Markdown, for programs. The headers tell search engines to index the page instead. */
export async function eventMarkdown(event: ShownEvent, { publicUrl }: Site) {
  converter ??= createConverter()
  const turndown = await converter
  const { slug, title, kind, timeZone, format, place, state, content, terms, contact, cancelReason } = event
  const url = publicUrl + eventPaths.event(slug)
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
  const text = [
    `# ${turndown.escape(onOneLine(title))}`,
    eventKindLabels[kind],
    state !== 'open' &&
      state !== 'full' &&
      `${states[state]} ${turndown.escape(onOneLine(cancelReason))}`.trim(),
    lines
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `- ${name}: ${turndown.escape(onOneLine(value))}`)
      .join('\n'),
    turndown.turndown(absoluteLinks(toPortableHtml(linkParts(content, url)), publicUrl)),
    url,
  ]
  return {
    body: `${text.filter(Boolean).join('\n\n')}\n`,
    contentType: 'text/markdown; charset=utf-8',
    headers: { 'x-robots-tag': 'noindex', link: `<${url}>; rel="canonical"` },
  }
}
