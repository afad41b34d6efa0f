import { formatWeekday } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { may } from '../../../../core/contract/roles.ts'
import {
  newsList,
  type Today,
  type TodayLine,
  type TodaySectionLines,
  todayRead,
} from '../../../../core/contract/today.ts'
import { unreadListSeen } from '../../../../core/contract/unread-counts.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useFocusAfterRemoval } from '../../../../core/web/admin/focus-after-removal.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { names } from '../../../../core/web/admin/names.ts'
import { InlineLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { Line } from '../../../../core/web/admin/today-line.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { nextStepDone } from '../../../../features/people/contract/next-steps.ts'
import { maxNewEntries, type PersonStep, personStep } from '../../../../features/people/contract/people.ts'
import { peoplePaths } from '../../../../features/people/contract/people-paths.ts'
import { allLists, personQuery } from '../../../../features/people/web/admin/people-queries.ts'
import { type TodayPart, useFeatures } from '../../../features.client.ts'
import { Steps } from '../get-started/get-started-screen.tsx'
import { useGetStarted, useStepsLeft } from '../get-started/use-get-started.ts'

const todayKey = queryKeyOf(todayRead)

/** Tasks that need attention today: lines by section, each a link to the place where it is done */
export function TodayScreen() {
  // Always reloaded, because most lines disappear by what is done on other screens.
  const query = { ...apiQuery(todayRead), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'Today couldn’t be loaded.',
    waiting: 'Loading today...',
  })
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLDivElement>(data)
  const stepsLeft = useStepsLeft()
  const getStarted = useGetStarted()
  const { todayParts } = useFeatures()
  const shownOf = (all: TodayPart['notices'] = {}) =>
    Object.entries(all).filter(([field]) => data?.[field] != null)
  const notices = todayParts.flatMap((part) => shownOf(part.notices))
  const questions = todayParts.flatMap((part) => shownOf(part.questions))
  const hasSide = questions.length > 0 || (stepsLeft > 0 && getStarted !== undefined)
  return (
    <div className="admin-page today" data-wide={hasSide || undefined}>
      <div className="list-head">
        <h1 ref={headline} tabIndex={-1}>
          Today
        </h1>
        {data && <p className="count">{formatWeekday(data.day)}</p>}
      </div>
      {notLoaded}
      <div className="today-main">
        {notices.map(([field, Notice]) => (
          <Notice key={field} value={data?.[field]} onGone={() => headline.current?.focus()} />
        ))}
        <div ref={rows} className="today-sections">
          {data?.sections.map((section) => (
            <Section key={section.id} section={section} onRemove={focusAfter} />
          ))}
        </div>
        {data && data.sections.length === 0 && notices.length === 0 && <NothingDue today={data} />}
      </div>
      {hasSide && (
        <div className="today-side">
          {questions.map(([field, Notice]) => (
            <Notice key={field} value={data?.[field]} onGone={() => headline.current?.focus()} />
          ))}
          {stepsLeft > 0 && getStarted && (
            <section className="card today-start" aria-labelledby="today-start">
              <h2 id="today-start">Get started</h2>
              <Steps state={getStarted} />
            </section>
          )}
        </div>
      )}
    </div>
  )
}

type SectionProps = {
  section: TodaySectionLines
  /** Called with the pressed button before its line disappears, and with undefined if it stays */
  onRemove: (pressed: Element | undefined) => void
}

function Section({ section: { id, lines, more, moreHref }, onRemove }: SectionProps) {
  const { todayParts } = useFeatures()
  return (
    <section aria-labelledby={`today-${id}`}>
      <div className="list-head">
        <h2 id={`today-${id}`}>{names.todayTitles[id] ?? id}</h2>
        {lines.some(({ isNews }) => isNews) && <SeenButton onRemove={onRemove} />}
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <Line line={line} />
            {line.action && <Action {...line.action} />}
            {line.step != null && (
              <DoneButton line={line} step={personStep.parse(line.step)} onRemove={onRemove} />
            )}
            {todayParts.flatMap(({ lineActions }) =>
              Object.entries(lineActions).map(
                ([field, LineAction]) =>
                  line[field] != null && <LineAction key={field} value={line[field]} stale={[todayKey]} />,
              ),
            )}
          </li>
        ))}
      </ul>
      {more !== null && (
        <p>
          <InlineLink href={moreHref}>And {more} more</InlineLink>
        </p>
      )}
    </section>
  )
}

/** Removes what is only news, at once for all lines */
function SeenButton({ onRemove }: Pick<SectionProps, 'onRemove'>) {
  const { run, busy } = useApiMutation(unreadListSeen, {
    failure: 'Not marked as seen',
    alwaysInvalidates: [todayKey],
    onError: () => onRemove(undefined),
  })
  return (
    <SmallButton
      busy={busy}
      data-removes=""
      onClick={(event) => {
        onRemove(event.currentTarget)
        run({ params: { list: newsList } })
      }}
    >
      Mark as seen
    </SmallButton>
  )
}

const Action = ({ text, about, href }: NonNullable<TodayLine['action']>) => (
  <ScreenLink className="btn btn-quiet btn-small" href={href}>
    {text}
    <span className="sr-only"> {about}</span>
  </ScreenLink>
)

type DoneButtonProps = { line: TodayLine; step: PersonStep } & Pick<SectionProps, 'onRemove'>

function DoneButton({ line, step: { form, id, step }, onRemove }: DoneButtonProps) {
  const params = { form, id }
  const { run, busy } = useApiMutation(nextStepDone, {
    failure: 'Not marked as done',
    alwaysInvalidates: [todayKey, allLists.queryKey, personQuery(params).queryKey],
    onError: () => onRemove(undefined),
  })
  return (
    <SmallButton
      busy={busy}
      data-removes=""
      aria-label={`Done: ${line.text}`}
      onClick={(event) => {
        onRemove(event.currentTarget)
        run({ params, body: { step } })
      }}
    >
      Done
    </SmallButton>
  )
}

function NothingDue({ today }: { today: Today }) {
  const user = useCurrentUser()
  const newEntries = Number(today.newEntries)
  const { todayParts } = useFeatures()
  return (
    <div className="card empty">
      <h2>{describeNew(newEntries)}</h2>
      <p>Nothing is due, and no one has been waiting for an answer. A good day to:</p>
      <ul className="today-ways">
        {newEntries > 0 && (
          <li>
            <InlineLink href={`${peoplePaths.adminPeople}?status=new`}>Answer new people</InlineLink>
          </li>
        )}
        <li>
          <InlineLink href={paths.admin}>Write a post</InlineLink>
        </li>
        <li>
          <InlineLink href={`${peoplePaths.adminPeople}?step=none`}>Plan a next step with someone</InlineLink>
        </li>
        {todayParts.map(
          ({ way }) =>
            way &&
            may(user, way.right) && (
              <li key={way.href}>
                <InlineLink href={way.href}>{way.label}</InlineLink>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}

function describeNew(entries: number): string {
  if (entries === 0) return 'Nothing is waiting for you'
  if (entries === 1) return 'One person still has the status New'
  return `${entries}${entries === maxNewEntries ? '+' : ''} people still have the status New`
}
