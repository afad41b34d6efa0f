import type { Ref } from 'react'
import type { GuestText } from '../../contracts/writing-room.ts'
import { toDraftHtml } from '../blog/draft-html.ts'

/** The guest's draft, formatted as readers will see it */
export function ReadOnlyText({ text, ref }: { text: GuestText; ref?: Ref<HTMLDivElement> }) {
  return (
    <article className="room-text" aria-labelledby="text-title">
      <h2 id="text-title" dir="auto">
        {text.title}
      </h2>
      <div
        ref={ref}
        className="shown-text editor-text prose"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (server/posts/rendering/sanitize.ts)
        dangerouslySetInnerHTML={{ __html: toDraftHtml(text.content) }}
      />
    </article>
  )
}
