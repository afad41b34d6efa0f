import { formatMoney } from '../../../core/contract/money.ts'
import type { Page } from '../../../core/web/page.ts'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'
import { Fact, TextFact } from '../../../core/web/ui/fact.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { priceLines, type ShownEvent } from '../contract/shown-event.ts'
import { eventWords, registrationForm, registrationPage as words } from '../words/events.ts'
import { WhenWhere } from './event-facts.tsx'
import { ChangeForm, type Typed } from './registration-form.tsx'

/** `left`: canceled by the person; `removed`: by the office */
export type RegistrationState =
  | 'registered'
  | 'waiting'
  | 'suspect'
  | 'left'
  | 'removed'
  | 'canceled'
  | 'over'

type Known = {
  state: RegistrationState
  token: string
  event: ShownEvent & { onlineUrl: string; payUrl: string }
  typed: Typed
  isPaid: boolean
  /** `late`: the event has begun. `off`: events are switched off. */
  canChange: true | 'late' | 'off'
  isSaved: boolean
}

export type RegistrationProps = Known | { state: 'unknown' } | { state: 'retry'; token: string; typed: Typed }

/** The page of a registration, for anyone with its link. Opening it changes nothing, because mail scanners open links, too. */
export const registration: Page<RegistrationProps> = {
  head: ({ state }) => ({ title: words[state].title, description: registrationForm.title }),
  styles: 'article',
  Body: (props) => (
    <main id="main" tabIndex={-1} className="wrap registration">
      <h1>{words[props.state].title}</h1>
      {props.state === 'retry' ? (
        <ChangeForm token={props.token} typed={props.typed} button={registrationForm.retry.button}>
          <a className="btn btn-quiet" href={eventPaths.registration(props.token)}>
            {words.retry.back}
          </a>
        </ChangeForm>
      ) : props.state === 'unknown' ? (
        <>
          <p className="lead">{words.unknown.lead}</p>
          <Ways />
        </>
      ) : (
        <KnownRegistration {...props} />
      )}
    </main>
  ),
}

const open: string[] = ['registered', 'waiting', 'suspect'] satisfies RegistrationState[]

function KnownRegistration({ state, token, event, typed, isPaid, canChange, isSaved }: Known) {
  const isOpen = open.includes(state)
  const isRegistered = state === 'registered'
  return (
    <>
      {isSaved && isOpen && <Notice tone="success">{words.saved}</Notice>}
      <p className="lead">{words[state].lead}</p>
      {state === 'canceled' && event.cancelReason && (
        <p dir="auto" className="as-written">
          {event.cancelReason}
        </p>
      )}
      <h2 dir="auto">{event.title}</h2>
      <dl className="registration-facts">
        <WhenWhere event={event} />
        {isOpen && (
          <>
            <TextFact name={words.party} text={words.people(typed.values.party)} />
            <Fact name={eventWords.facts.price} dir="auto" className="as-written">
              {totalOf(event, typed.values.party)}
            </Fact>
          </>
        )}
        <TextFact name={eventWords.facts.terms} text={event.terms} className="as-written" />
        <TextFact name={eventWords.facts.contact} text={event.contact} className="as-written" />
      </dl>
      {isRegistered && (
        <p className="form-actions">
          {event.format === 'online' && event.onlineUrl && (
            <ExternalLink className="btn" href={event.onlineUrl}>
              {words.join}
            </ExternalLink>
          )}
          {event.payUrl && !isPaid && (
            <ExternalLink className="btn" href={event.payUrl}>
              {words.pay}
            </ExternalLink>
          )}
          <a className="btn btn-quiet" href={eventPaths.registrationFile(token)} download>
            {eventWords.download}
          </a>
        </p>
      )}
      {!isOpen ? (
        <Ways slug={state === 'left' ? event.slug : undefined} />
      ) : canChange === true ? (
        <Changes token={token} typed={typed} isWaiting={state === 'waiting'} />
      ) : (
        <>
          <p>{canChange === 'off' ? words.noChange : words.tooLate}</p>
          <Ways />
        </>
      )}
    </>
  )
}

/** The price for the whole party */
function totalOf(event: ShownEvent, party: number): string {
  const [first = eventWords.free, ...rest] = priceLines(event)
  if (event.amount === null || party === 1) return [first, ...rest].join('\n')
  return [words.total(formatMoney(event.amount * party, event.currency), first), ...rest].join('\n')
}

/** Two plain forms. They unfold without script, so that a first click only shows what a second one would do. */
function Changes({ token, typed, isWaiting }: { token: string; typed: Typed; isWaiting: boolean }) {
  return (
    <>
      <details className="registration-change" open={typed.message !== undefined}>
        <summary>{words.change.summary}</summary>
        <ChangeForm token={token} typed={typed} button={words.change.button} />
      </details>
      <details className="registration-change">
        <summary>{words.cancel.summary}</summary>
        <form className="form" method="post" action={eventPaths.registration(token)}>
          <p>{isWaiting ? words.cancel.leadWaiting : words.cancel.lead}</p>
          <button type="submit" name="action" value="cancel" className="btn btn-quiet">
            {words.cancel.button}
          </button>
        </form>
      </details>
    </>
  )
}

function Ways({ slug }: { slug?: string | undefined }) {
  return (
    <p className="form-actions">
      {slug && (
        <a className="btn" href={eventPaths.event(slug)}>
          {words.again}
        </a>
      )}
      <a className={slug ? 'btn btn-quiet' : 'btn'} href={sitePaths.contact}>
        {eventWords.write}
      </a>
    </p>
  )
}
