import { paths } from '../../../../core/contract/paths.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import type { ConnectionsResponse } from '../../contract/connections.ts'
import { AiCard } from './ai-card.tsx'
import { connectionsQuery } from './connection-queries.ts'
import { MailCard } from './mail-card.tsx'
import { SpeechCard } from './speech-card.tsx'

/** Services outside of the site besides email. Changes count at once, without a restart. */
export function ConnectionsTab() {
  const { data, notLoaded } = useLoaded(connectionsQuery, 'connections')
  if (!data) return notLoaded
  return (
    <>
      <p>
        AI and speech services that your site works with. Email has{' '}
        <InlineLink href={paths.adminSettingsTab('mail')}>a page of its own</InlineLink>. {promises}
      </p>
      <KeyProblem {...data} />
      <AiCard {...data} />
      <SpeechCard {...data} />
    </>
  )
}

/** The connection of email, at the top of the page about email */
export function MailConnection() {
  const { data, notLoaded } = useLoaded(connectionsQuery, 'connections')
  if (!data) return notLoaded
  return (
    <>
      <p>{promises}</p>
      <KeyProblem {...data} />
      <MailCard {...data} />
    </>
  )
}

const promises =
  'Changes take effect right away. Passwords and keys are stored encrypted and are never shown again, so saving, testing, and disconnecting ask for your own password first.'

function KeyProblem({ keyProblem }: Pick<ConnectionsResponse, 'keyProblem'>) {
  if (keyProblem === null) return null
  return (
    <Notice tone="problem" autoFocus={false}>
      <p>{keyProblem}</p>
    </Notice>
  )
}
