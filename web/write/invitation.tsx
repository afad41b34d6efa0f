import { waysBack } from '../../content/back-links.ts'
import { invitationPage as words } from '../../content/guests.ts'
import { formatDate } from '../../contracts/format-date.ts'
import type { Invite } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { Page } from '../page.ts'
import { GuestPage } from './guest-page.tsx'

type InvitationProps =
  /** `answerKey`: the same click sent twice is one answer. */
  | { state: 'open'; token: string; invite: Invite; answerKey: string }
  /** A new link can be asked for, of this one. */
  | { state: 'expired' | 'revoked' | 'declined' | 'answered'; token: string }
  | { state: 'declined-now' | 'unknown' | 'closed' }

/** What the link of an invitation leads to. Looking at it changes nothing: mail scanners open links, too. */
export const invitation: Page<InvitationProps> = {
  head: (props) => ({
    title: props.state === 'open' ? words.title : words.states[props.state].title,
    description: `An invitation to write for ${props.site.name}.`,
  }),
  frame: 'bare',
  styles: 'plain',
  Body: (props) =>
    props.state === 'open' ? (
      <OpenInvitation {...props} />
    ) : (
      <GuestPage site={props.site} {...words.states[props.state]}>
        <p className="form-actions">
          {'token' in props && (
            <button type="submit" form="ask" name="answer" value="ask" className="btn">
              {words.ask}
            </button>
          )}
          {(props.state === 'unknown' || props.state === 'closed') && (
            <a className="btn" href={paths.lostLink}>
              {words.ask}
            </a>
          )}
          <a className="btn btn-quiet" href={paths.home}>
            {waysBack.returnHome}
          </a>
        </p>
        {'token' in props && <form id="ask" method="post" action={paths.invitation(props.token)} />}
      </GuestPage>
    ),
}

function OpenInvitation({
  site,
  token,
  invite,
  answerKey,
}: {
  site: Site
  token: string
  invite: Invite
  answerKey: string
}) {
  return (
    <GuestPage
      site={site}
      title={words.title}
      lead={words.lead(site.name, invite.name && isolate(invite.name))}
    >
      <dl className="brief">
        <div>
          <dt>{words.topic}</dt>
          <dd className="brief-topic" dir="auto">
            {invite.suggestedTopic}
          </dd>
        </div>
        <div>
          <dt>{words.answerBy}</dt>
          <dd>{formatDate(invite.expiresAt, { timeZone: site.timeZone })}</dd>
        </div>
        {invite.dueAt && (
          <div>
            <dt>{words.due}</dt>
            <dd>{formatDate(invite.dueAt, { timeZone: site.timeZone })}</dd>
          </div>
        )}
      </dl>
      {invite.customMessage && (
        <blockquote className="brief-message" dir="auto">
          {invite.customMessage}
        </blockquote>
      )}
      <form method="post" action={paths.invitation(token)} className="form-actions">
        <input type="hidden" name="answerKey" value={answerKey} />
        <button type="submit" name="answer" value="accept" className="btn">
          {words.accept}
        </button>
        <button type="submit" name="answer" value="decline" className="btn btn-quiet">
          {words.decline}
        </button>
      </form>
      <section aria-labelledby="next-title" className="brief-next">
        <h2 id="next-title">{words.nextTitle}</h2>
        <ol>
          {words.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          <a href={paths.privacyPolicy}>{words.privacy}</a>
        </p>
      </section>
    </GuestPage>
  )
}

/** A name of another direction leaves the sentence around it in order (Unicode: first strong isolate). */
function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
