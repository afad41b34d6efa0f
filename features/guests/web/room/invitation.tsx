import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Page } from '../../../../core/web/page.ts'
import { Button, QuietButton } from '../../../../core/web/ui/button.tsx'
import { guestPaths } from '../../contract/guest-paths.ts'
import type { Invite } from '../../contract/invites.ts'
import { invitationPage as words } from '../../words/guests.ts'
import { Assignment } from './assignment.tsx'
import { GuestPage } from './guest-page.tsx'

type InvitationProps =
  /** `answerKey` is an idempotency key, so that a double click counts as one reply. */
  | { state: 'open'; token: string; invite: Invite; answerKey: string }
  /** With the token from the old link, the guest can request a new link. */
  | { state: 'expired' | 'revoked' | 'declined' | 'answered'; token: string }
  | { state: 'declined-now' | 'unknown' | 'closed' }

/** The page that an invitation links to. Opening it changes nothing, because mail scanners also open links. */
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
            <Button type="submit" form="ask" name="answer" value="ask">
              {words.ask}
            </Button>
          )}
          {(props.state === 'unknown' || props.state === 'closed') && (
            <a className="btn" href={guestPaths.lostLink}>
              {words.ask}
            </a>
          )}
          <a className="btn btn-quiet" href={paths.home}>
            {props.site.content.menu.returnHome}
          </a>
        </p>
        {'token' in props && <form id="ask" method="post" action={guestPaths.invitation(props.token)} />}
      </GuestPage>
    ),
}

type OpenInvitationProps = { site: Site; token: string; invite: Invite; answerKey: string }

function OpenInvitation({ site, token, invite, answerKey }: OpenInvitationProps) {
  return (
    <GuestPage
      site={site}
      title={words.title}
      lead={words.lead(site.name, invite.name && isolate(invite.name))}
    >
      <Assignment
        topic={invite.suggestedTopic}
        dates={{ [words.answerBy]: invite.expiresAt, [words.due]: invite.dueAt }}
        message={invite.customMessage}
        timeZone={site.timeZone}
      />
      <form method="post" action={guestPaths.invitation(token)} className="form-actions">
        <input type="hidden" name="answerKey" value={answerKey} />
        <Button type="submit" name="answer" value="accept">
          {words.accept}
        </Button>
        <QuietButton type="submit" name="answer" value="decline">
          {words.decline}
        </QuietButton>
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

/** Keeps a right-to-left name from reordering the sentence around it (Unicode: first strong isolate). */
function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
