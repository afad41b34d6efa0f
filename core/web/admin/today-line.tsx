import type { TodayLine } from '../../contract/today.ts'
import { ScreenLink } from './screen-link.tsx'

/** A line of Today, which leads to the place where it is done */
export const Line = ({
  line: { text, note, href, isLate },
}: {
  line: Pick<TodayLine, 'text' | 'note' | 'href' | 'isLate'>
}) => (
  <div>
    <ScreenLink href={href} dir="auto">
      {text}
    </ScreenLink>
    <p className={isLate ? 'due-now' : undefined} dir="auto">
      {note}
    </p>
  </div>
)
