import type { Site } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { Fact, TextFact } from '../../../core/web/ui/fact.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { formatDayTime } from '../../calendar/contract/day-time.ts'
import { PostBody, PostTitle } from '../../posts/web/blog/post-body.tsx'
import { pictureFor } from '../../posts/web/blog/search-and-social.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { eventKindLabels } from '../contract/events.ts'
import { lastDay, priceLines, type ShownEvent } from '../contract/shown-event.ts'
import { registrationForm, eventWords as words } from '../words/events.ts'
import { describeEvent } from './event-data.ts'
import { WhenWhere } from './event-facts.tsx'
import { describeSeats } from './events-page.tsx'
import { RegistrationForm, type Typed } from './registration-form.tsx'

type EventProps = {
  event: ShownEvent
  /** Present if a form was not accepted */
  typed?: Typed | undefined
}

/** The page of a date, with the form to register */
export const event: Page<EventProps> = {
  head: ({ event, site }) => ({
    title: event.title,
    description:
      `${eventKindLabels[event.kind]}, ${formatDayTime(event, event.timeZone)}. ${event.summary}`.trim(),
    canonical: eventPaths.event(event.slug),
    picture: pictureFor(event, eventPaths.picture(event.slug), event.version, site),
    alternates: [
      { href: eventPaths.markdown(event.slug), type: 'text/markdown' },
      { href: eventPaths.calendarFile(event.slug), type: 'text/calendar' },
    ],
    data: [describeEvent(event, site)],
  }),
  styles: 'article',
  Body: ({ event, typed, site }) => (
    <main id="main" tabIndex={-1} className="wrap">
      <article className="post event">
        <header className="event-head">
          <p>
            <a className="back text-link" href={eventPaths.list}>
              {words.all}
            </a>
          </p>
          <p className="tag">{eventKindLabels[event.kind]}</p>
          <PostTitle post={event} />
        </header>
        <aside className="card event-facts" aria-label={words.facts.title}>
          <Facts event={event} />
          {isAhead(event) && (
            <p className="form-actions">
              {canRegister(event) && (
                <a className="btn" href="#register">
                  {buttonOf(event, site)}
                </a>
              )}
              <a className="btn btn-quiet" href={eventPaths.calendarFile(event.slug)}>
                {words.download}
              </a>
            </p>
          )}
        </aside>
        <div className="event-text">
          {!canRegister(event) && <Ended event={event} message={typed?.message} />}
          <PostBody post={{ ...event, imageCaption: '' }} site={site} />
          {canRegister(event) && <Register event={event} typed={typed} site={site} />}
        </div>
      </article>
    </main>
  ),
}

const canRegister = ({ state }: ShownEvent) => state === 'open' || state === 'full'
const isAhead = ({ state }: ShownEvent) => ['open', 'full', 'closed'].includes(state)

const buttonOf = ({ state }: ShownEvent, { content }: Site) =>
  content.nextDates[state === 'full' ? 'wait' : 'register']

function Facts({ event }: { event: ShownEvent }) {
  const [price = words.free, ...rest] = priceLines(event)
  return (
    <dl>
      <WhenWhere event={event} onlineNote={words.facts.onlineNote} />
      <Fact name={words.facts.price} dir="auto" className="as-written">
        {[event.amount === null ? price : words.facts.perPerson(price), ...rest].join('\n')}
      </Fact>
      <TextFact name={words.facts.seats} text={describeSeats(event)} />
      {canRegister(event) && <TextFact name={words.facts.registerBy} text={lastDay(event)} />}
      {!canRegister(event) && <TextFact name={words.facts.terms} text={event.terms} className="as-written" />}
      <TextFact name={words.facts.contact} text={event.contact} className="as-written" />
    </dl>
  )
}

/** Tells why no one can register, and where to go instead. */
function Ended({
  event: { state, cancelReason },
  message,
}: {
  event: ShownEvent
  message?: string | undefined
}) {
  if (state === 'open' || state === 'full') return null
  const isAsked = state === 'closed' || state === 'begun'
  const sentences = (
    <>
      <p>{words.states[state]}</p>
      {cancelReason && (
        <p dir="auto" className="as-written">
          {cancelReason}
        </p>
      )}
      <p>
        <a className="inline-link" href={isAsked ? sitePaths.contact : eventPaths.list}>
          {isAsked ? words.write : words.next}
        </a>
      </p>
    </>
  )
  if (message === undefined) return <div className="notice">{sentences}</div>
  return (
    <Notice tone="problem">
      <p>{message}</p>
      {sentences}
    </Notice>
  )
}

function Register({ event, typed, site }: EventProps & { site: Site }) {
  const isFull = event.state === 'full'
  const seats = describeSeats(event)
  return (
    <section className="event-register" id="register" aria-labelledby="register-title">
      <h2 id="register-title">{isFull ? registrationForm.titleFull : registrationForm.title}</h2>
      {isFull && <p>{registrationForm.full}</p>}
      <RegistrationForm
        slug={event.slug}
        typed={typed}
        button={buttonOf(event, site)}
        partyHint={seats && !isFull ? registrationForm.fewLeft(seats) : undefined}
        terms={event.terms}
      />
    </section>
  )
}

/** The form with the typed text, while the date cannot be read */
export const eventRetry: Page<{ slug: string; typed: Typed }> = {
  head: () => ({ title: registrationForm.retry.title, description: registrationForm.title }),
  styles: 'article',
  Body: ({ slug, typed }) => (
    <main id="main" tabIndex={-1} className="wrap registration">
      <h1>{registrationForm.retry.title}</h1>
      <RegistrationForm slug={slug} typed={typed} button={registrationForm.retry.button}>
        <a className="btn btn-quiet" href={eventPaths.event(slug)}>
          {registrationForm.retry.back}
        </a>
      </RegistrationForm>
    </main>
  ),
}
