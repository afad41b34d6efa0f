import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { AiCard } from './ai-card.tsx'
import { connectionsQuery } from './connection-queries.ts'
import { MailCard } from './mail-card.tsx'
import { SpeechCard } from './speech-card.tsx'

/** Services outside of the site. Changes count at once, without a restart. */
export function ConnectionsTab() {
  const { data, notLoaded } = useLoaded(connectionsQuery, 'connections')
  if (!data) return notLoaded
  return (
    <>
      <p>
        Services that your site works with. Changes take effect right away. Passwords and keys are stored
        encrypted and are never shown again.
      </p>
      {data.keyProblem !== null && (
        <Notice tone="problem" autoFocus={false}>
          <p>{data.keyProblem}</p>
        </Notice>
      )}
      <MailCard {...data} />
      <AiCard {...data} />
      <SpeechCard {...data} />
    </>
  )
}
